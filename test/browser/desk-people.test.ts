/** Tests of the owners' pages in both languages: people, security, developers, the audit trail and others. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { de } from '../../src/desk/words/trail/de.ts'
import { en } from '../../src/desk/words/trail/en.ts'
import { success } from '../support/answers.ts'
import { newNote, newPatient } from '../support/records.ts'
import { anotherSession } from '../support/sign-in.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages, wordsOf } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { ownerWithClock } from './house.ts'
import { soon } from './soon.ts'
import { button, openSettings } from './steps.ts'

const locales = { en: 'en-GB', de: 'de-DE' } as const

useBrowser()

const submit = (page: Page) => page.locator('dialog [type=submit]').last().click()

for (const [first, language] of languages.entries()) {
  let stories = first
  /** Runs each test in only one of the languages, which take turns, because a browser takes seconds. */
  const inTurn: typeof browsing = ((...story: Parameters<typeof browsing>) => {
    if (stories++ % languages.length === 0) browsing(...story)
  }) as typeof browsing

  inTurn(
    `an owner invites a member, and gives the member a colour and a new link, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { page, w, complaints } = await house.desk({ place: '/settings/people' })
      const { people: says, shell } = w
      await page.getByLabel(says.email).fill('amira@example.org')
      await button(page, says.invite).click()
      await page.getByText(says.notMailed('amira@example.org')).waitFor()
      await page.locator('.news:focus').waitFor()
      await expectAccessible(page, `people in ${language}`)

      await button(page, `${says.edit}: amira@example.org`).click()
      await page.locator('dialog').getByLabel(says.name, { exact: true }).fill('Amira Hassan')
      await page.getByLabel(says.color).fill('#22c55e')
      await page.getByLabel(says.noColor).uncheck()
      await expectAccessible(page, `a dialog in ${language}`)
      await button(page, shell.save).click()
      await page.getByText(says.saved).first().waitFor()
      await button(page, `${says.newLink}: Amira Hassan`).click()
      await page.getByText(says.linkText('Amira Hassan')).waitFor()
      await submit(page)
      await page.getByText(says.notMailed('Amira Hassan')).waitFor()
      await page.locator('.news:focus').waitFor()
      const { members } = success(await house.c.owner.call('GET', '/api/v1/members'))
      expect(members).toContainEqual(expect.objectContaining({ name: 'Amira Hassan', color: '#22c55e' }))

      await page.getByLabel(says.email).fill('AMIRA@example.org')
      await button(page, says.invite).click()
      await page.getByText(says.emailTaken).waitFor()
      expect(complaints).toEqual(['409 /api/v1/members'])
    },
  )

  inTurn(
    `when two owners edit one member, neither overwrites the changes of the other unseen, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { userId } = house.c.owner
      // An API token may not change members, so this uses a session.
      const call = house.c.as(await anotherSession(house.c, 'Test'))
      const { members } = success(await call('GET', '/api/v1/members'))
      const other = members.find(({ id }: { id: string }) => id !== userId)
      const path = `/api/v1/members/${other.id}`
      const { page, w, complaints } = await house.desk({ place: '/settings/people' })
      const { people: says, forms, shell } = w
      await button(page, `${says.edit}: ${other.name}`).click()
      const dialog = page.locator('dialog')
      await dialog.getByLabel(says.name, { exact: true }).fill('Amira Hassan')
      success(await call('PATCH', path, { name: 'Amira Weber', color: '#22c55e' }))
      await button(page, shell.save).click()
      await dialog
        .getByText(forms.changedMeanwhile('owner'))
        .or(dialog.getByText(forms.changedMeanwhile()))
        .waitFor()
      await dialog.getByText(forms.theirs('Amira Weber', 'owner')).waitFor()
      expect(success(await call('GET', path)).name).toBe('Amira Weber')
      await soon(async () => expect(await page.getByLabel(says.color).inputValue()).toBe('#22c55e'))
      await expectAccessible(page, `a member whom somebody else changed, in ${language}`)
      await button(page, shell.save).click()
      await page.getByText(says.saved).first().waitFor()
      expect(success(await call('GET', path))).toMatchObject({ name: 'Amira Hassan', color: '#22c55e' })
      expect(complaints).toEqual([`412 ${path}`])
    },
  )

  inTurn(`a member adds a passkey, and must use it before making a token, in ${language}`, async () => {
    await using house = await ownerWithClock(browser, { locale: locales[language] })
    const { page, device, complaints } = house.owner
    const w = wordsOf[language]
    const { security, developers, passkey } = w
    await openSettings(page, 'security')
    await button(page, security.add).click()
    await device.recognizes(false)
    await button(page, security.make).click()
    await page.getByText(`${passkey.notMade}: ${passkey.NotAllowedError}`).waitFor()
    await device.recognizes(true)
    await button(page, security.make).click()
    await page.getByText(security.added).first().waitFor()
    await expectAccessible(page, `security in ${language}`)

    house.c.clock.now += 660_000
    await openSettings(page, 'developers')
    await page.getByLabel(developers.name).fill('Export')
    await button(page, developers.make).click()
    await page.getByText(security.confirmText).waitFor()
    await expectAccessible(page, `the question for the passkey in ${language}`)
    await page.locator('dialog').getByText(w.shell.cancel).click()
    await page.getByText(w.failures.passkey).waitFor()
    await button(page, developers.make).click()
    await button(page, security.confirm).click()
    await page.getByText(developers.copyNow).waitFor()
    expect(await page.inputValue('.news input')).toStartWith('ck_')
    await expectAccessible(page, `developers in ${language}`)
    expect(complaints.filter((complaint) => complaint !== '403 /api/v1/me/tokens')).toEqual([])
  })

  inTurn(
    `an owner reads the audit trail, restores a deleted note and erases a person, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const anna = await newPatient(call, {
        firstName: 'Anna',
        lastName: 'Schneider',
        phoneMobile: '+49 151 1',
      })
      const path = `/api/v1/patients/${anna.id}`
      success(await call('PATCH', path, { phoneMobile: '+49 151 23456789' }))
      const note = await newNote(call, anna.id)
      success(await call('DELETE', `${path}/notes/${note.id}`))
      const { page, w, complaints } = await house.desk({ place: '/settings/trail' })
      const { trail, deleted, rights } = w
      const { name } = success(await call('GET', '/api/v1/me')).user
      const sentences = {
        en: `${name} changed the phone number of Anna Schneider.`,
        de: `${name} hat Angaben über Anna Schneider geändert: Telefon.`,
      }
      await page.getByLabel(trail.kind).selectOption({ label: { en, de }[language].kinds.write })
      await button(page, trail.show).click()
      const told = page.getByText(sentences[language])
      await told.click()
      await page.getByRole('cell', { name: '+49 151 23456789' }).waitFor()
      await expectAccessible(page, `the trail in ${language}`)

      await openSettings(page, 'deleted')
      await button(page, deleted.show).click()
      await page.getByRole('button', { name: `${deleted.bringBack}: ` }).click()
      await page.getByText(deleted.comesBack.note).waitFor()
      await expectAccessible(page, `the question before something comes back in ${language}`)
      await submit(page)
      await page.waitForSelector('.news')
      await expectAccessible(page, `deleted records in ${language}`)

      await openSettings(page, 'rights')
      await page.fill('main [role=combobox]', 'anna')
      await page.locator('main [role=option]').first().click()
      await button(page, `${rights.erase}: Anna Schneider`).click()
      await page.getByLabel(rights.typeName).fill('Anna')
      await page.getByLabel(rights.reason).fill('Asked for it.')
      await submit(page)
      await page.getByText(rights.typeThis('Anna Schneider')).waitFor()
      await expectAccessible(page, `an erasure with a wrong name in ${language}`)
      await page.getByLabel(rights.typeName).fill('anna schneider')
      await submit(page)
      await page.getByLabel(rights.override).fill('The next practice has the records.')
      await submit(page)
      await page.getByText(rights.erased('Anna Schneider')).first().waitFor()
      await expectAccessible(page, `rights in ${language}`)
      expect(complaints.filter((complaint) => !complaint.startsWith('409 '))).toEqual([])
    },
  )

  inTurn(`an owner sees the health of the server in the settings, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { page, w, complaints } = await house.desk({ place: '/settings/service' })
    await page.getByText(w.service.levels.attention).waitFor()
    const explained = w.service.findings?.no_backup.explain(null, '') ?? 'No backup is set up.'
    await page.locator('.finding', { hasText: explained }).waitFor()
    await expectAccessible(page, `the server in ${language}`)
    expect(complaints).toEqual([])
  })
}
