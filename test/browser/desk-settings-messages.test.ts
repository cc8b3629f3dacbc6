import { expect } from 'bun:test'
import type { Locator } from 'playwright-core'
import { de } from '../../src/messages/de.ts'
import { en } from '../../src/messages/en.ts'
import { success } from '../support/answers.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'
import { card, hasFocus, hold, painted } from './steps.ts'

useBrowser()

const remindersOf = async ({ c }: House) => success(await c.owner.call('GET', '/api/v1/practice/reminders'))

for (const language of languages) {
  browsing(
    `an owner sets the times at which reminders are sent, and sends a test message, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { page, w, complaints } = await house.desk({ place: '/settings/reminders' })
      const { settings: s, shell } = w
      const times = card(page, s.times)
      const press = (form: Locator) => form.getByRole('button', { name: shell.save }).click()

      const [second, third] = [times.getByLabel(s.leads.second), times.getByLabel(s.leads.third)]
      expect(await times.getByLabel(s.sendFrom, { exact: true }).inputValue()).toBe('8:00')
      expect(await second.first().inputValue()).toBe('')
      await times.getByLabel(s.leads.first).first().fill('2')
      await second.first().fill('7')
      await times.getByLabel(s.unitOf(s.leads.second)).selectOption('days')
      await third.first().fill('2')
      await times.getByLabel(s.sendFrom, { exact: true }).fill('00:00')
      await times.getByLabel(s.sendUntil, { exact: true }).fill('00:00')
      await press(times)
      await page.locator('.toast', { hasText: s.timesSaved }).waitFor()
      const set = { moreLeadMinutes: [10_080, 120], sendFrom: '00:00', sendUntil: '24:00' }
      expect(await remindersOf(house)).toMatchObject(set)
      const practice = success(await house.c.owner.call('GET', '/api/v1/practice'))
      expect(practice.reminderLeadMinutes).toBe(2 * 1440)

      await second.first().fill('')
      await third.first().fill('2.5')
      await times.getByLabel(s.sendUntil, { exact: true }).fill('00:30')
      await press(times)
      await times.getByText(s.hourApart).waitFor()
      await times.getByLabel(s.sendUntil, { exact: true }).fill('21:30')
      await press(times)
      await times.getByText(s.unsaved).waitFor({ state: 'hidden' })
      expect(await remindersOf(house)).toMatchObject({ moreLeadMinutes: [150], sendUntil: '21:30' })
      // The remaining additional reminder is now the second reminder.
      await soon(async () => {
        expect(await second.first().inputValue()).toBe('150')
        expect(await times.getByLabel(s.unitOf(s.leads.second)).inputValue()).toBe('minutes')
      })

      // When no messages can be sent, the page names the people to ask, and the setting.
      for (const [channel, setting] of [
        ['email', 'SMTP_URL'],
        ['sms', 'TWILIO_FROM'],
      ] as const) {
        const hint = s.channelHints[channel].log_only
        expect([hint, s.channelHints[channel].off].every((text) => text.includes(setting))).toBe(true)
        await page.getByText(hint, { exact: true }).waitFor()
      }

      await page.getByLabel(s.tellBooked).check()
      await press(card(page, s.news))
      await page.locator('.toast', { hasText: s.newsSaved }).waitFor()
      expect(await remindersOf(house)).toMatchObject({ tellBooked: true })

      await page.getByRole('button', { name: `${s.test}: ${s.channelNames.email}` }).click()
      await page.getByRole('status').getByText(s.testOutcomes.log_only).waitFor()
      await page.getByRole('button', { name: `${s.test}: ${s.channelNames.sms}` }).click()
      const dialog = page.getByRole('dialog', { name: s.test })
      await dialog.getByLabel(s.yourNumber).fill('x')
      await dialog.getByRole('button', { name: s.send }).click()
      await dialog.getByText(s.noMobileNumber).waitFor()
      if (language === 'de') await expectAccessible(page, 'a test by text message')
      await dialog.getByLabel(s.yourNumber).fill('0155 51234567')
      await dialog.getByRole('button', { name: s.send }).click()
      await page.getByText(`+4915551234567: ${s.testOutcomes.log_only}`).waitFor()
      expect(complaints).toEqual(['400 /api/v1/reminders/test'])
    },
  )

  // The compiler checks that no words are missing, so one test of each screen in German is enough.
  if (language !== 'en') continue

  browsing(`an owner writes the texts of reminders, in ${language}`, async () => {
    await using house = await deskHouse(browser, language)
    const { page, w, complaints } = await house.desk({ place: '/settings/texts' })
    const { settings: s, shell } = w
    const subject = page.getByLabel(s.textNames.emailSubject)
    const text = page.getByLabel(s.textNames.emailText)
    const sms = page.getByLabel(s.textNames.smsText, { exact: true })
    const preview = page.getByRole('region', { name: s.thePreview })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    expect(await text.inputValue()).toBe(en.templates.emailText)

    // Mistakes are shown at their fields, on saving and on preview.
    await subject.fill('Hello {name}')
    await sms.fill('See you soon.')
    for (const button of [s.preview, shell.save]) {
      await press(button)
      await page.getByText(s.strayBraces).waitFor()
      await page.getByText(s.needsLink).waitFor()
      await hasFocus(page, subject)
    }
    await subject.fill('')
    await press(shell.save)
    await page.getByText(w.forms.fillIn).waitFor()
    await subject.fill('{date}: see you <b>soon</b>')
    await sms.fill('{link}'.repeat(8))
    for (const button of [s.preview, shell.save]) {
      await press(button)
      await page.getByText(s.smsTooLong).waitFor()
    }
    // When the person is already in another field, the focus stays there.
    const refuse = await hold(page, '**/api/v1/practice/reminders')
    await press(shell.save)
    await text.focus()
    refuse()
    await page.getByText(s.smsTooLong).waitFor()
    await painted(page)
    await hasFocus(page, text)

    await sms.fill('{practice}: ő {date}, {link}')
    await press(s.preview)
    await hasFocus(page, preview)
    await preview.getByText(s.costly('ő')).first().waitFor()
    expect(await preview.textContent()).toContain(': see you <b>soon</b>')
    await sms.fill('{practice}: {date}, {link}')
    await preview.waitFor({ state: 'detached' })
    await press(s.preview)
    await preview.getByText(`English: ${s.segments(1)}`).waitFor()
    expect((await remindersOf(house)).smsText).toBe(en.templates.smsText)

    // A preview of older texts is not shown. It does not take the focus from a person who types.
    const look = await hold(page, '**/api/v1/practice/reminders/preview')
    await press(s.preview)
    await sms.fill('{practice}: {link}')
    look()
    await page.getByRole('button', { name: s.preview, exact: true, disabled: false }).waitFor()
    await painted(page)
    await hasFocus(page, sms)
    expect(await preview.count()).toBe(0)
    await sms.fill('{practice}: {date}, {link}')

    // The owner's own text stays when the language changes. The other texts change with it.
    await page.getByLabel(s.language, { exact: true }).selectOption('de')
    await soon(async () => expect(await text.inputValue()).toBe(de.templates.emailText))
    expect(await sms.inputValue()).toBe('{practice}: {date}, {link}')
    await press(shell.save)
    await page.locator('.toast', { hasText: s.textsSaved }).waitFor()
    expect(await remindersOf(house)).toMatchObject({
      language: 'de',
      emailSubject: '{date}: see you <b>soon</b>',
      emailText: de.templates.emailText,
      smsText: '{practice}: {date}, {link}',
    })
    // The standard texts were not saved as the owner's own texts.
    success(await house.c.owner.call('PATCH', '/api/v1/practice/reminders', { language: 'en' }))
    expect((await remindersOf(house)).emailText).toBe(en.templates.emailText)
    await page.reload()

    await press(s.standardVerb)
    const asked = page.getByRole('dialog', { name: s.standardTitle })
    await asked.getByRole('button', { name: s.standardVerb }).click()
    await page.locator('.toast', { hasText: s.standardDone }).waitFor()
    await soon(async () => expect(await sms.inputValue()).toBe(en.templates.smsText))
    expect(await remindersOf(house)).toMatchObject({ language: 'en', ...en.templates })
    const saving = '400 /api/v1/practice/reminders'
    expect(complaints).toEqual(['400 /api/v1/practice/reminders/preview', saving, saving])
  })
}
