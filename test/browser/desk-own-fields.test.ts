/** The fields that a practice adds to its patients, from the settings to the record of a patient. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { soon } from './soon.ts'
import { hasFocus } from './steps.ts'

useBrowser()

for (const language of languages)
  browsing(
    `an owner adds fields to the record of patients, and an assistant fills them in, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const { id } = await newPatient(call, { firstName: 'Zoe', lastName: 'Muller' })
      const { page, w, complaints } = await house.desk({ place: '/settings/fields' })
      const { ownFields: own, up } = w.settings
      const saved = async () => {
        await page.getByRole('button', { name: w.shell.save, exact: true }).click()
        await page.getByText(own.saved).last().waitFor()
      }
      const nameOf = (n: number) => page.getByLabel(own.number(n), { exact: true })
      const fields = async () => success(await call('GET', '/api/v1/practice')).ownFields

      await page.getByText(own.none).waitFor()
      await page.getByRole('button', { name: own.add }).click()
      await hasFocus(page, nameOf(1))
      await nameOf(1).fill('Krankenkasse')
      await page.getByRole('button', { name: own.add }).click()
      await nameOf(2).fill('krankenkasse ')
      await page.getByRole('button', { name: w.shell.save, exact: true }).click()
      await page.getByText(own.nameTaken).waitFor()
      await nameOf(2).fill('Für Notfälle')
      await page.getByRole('button', { name: up('Für Notfälle') }).click()
      await hasFocus(page, page.getByRole('button', { name: up('Für Notfälle') }))
      await saved()
      expect(await fields()).toEqual([
        { id: 'fur_notfalle', name: 'Für Notfälle', archived: false },
        { id: 'krankenkasse', name: 'Krankenkasse', archived: false },
      ])

      const other = await house.desk({ member: house.c.assistant, place: `/patients/${id}` })
      const { patient: p } = other.w
      await other.page.getByRole('button', { name: p.edit(p.details) }).click()
      await other.page.getByLabel('Krankenkasse').fill(' AOK ')
      await other.page.getByRole('button', { name: w.shell.save, exact: true }).click()
      await other.page.locator('dt', { hasText: 'Krankenkasse' }).waitFor()
      await other.page.locator('dd', { hasText: /^AOK$/ }).waitFor()
      const texts = async () => success(await call('GET', `/api/v1/patients/${id}`)).ownFields
      await soon(async () => expect(await texts()).toEqual([{ id: 'krankenkasse', text: 'AOK' }]))

      await page.getByLabel(own.remove(2)).click()
      await page.getByRole('button', { name: w.shell.save, exact: true }).click()
      await page.getByText(own.inUse).waitFor()
      await page.reload()
      await page.getByLabel(own.archivedNumber(1)).check()
      await page.getByLabel(own.archivedNumber(2)).check()
      await saved()
      // For a patient with a text in it, an archived field stays visible and can be emptied.
      await other.page.locator('dt', { hasText: 'Notfälle' }).waitFor({ state: 'detached' })
      await other.page.getByRole('button', { name: p.edit(p.details) }).click()
      await other.page.getByLabel('Krankenkasse').fill('')
      await other.page.getByRole('button', { name: w.shell.save, exact: true }).click()
      await other.page.locator('dt', { hasText: 'Krankenkasse' }).waitFor({ state: 'detached' })
      await soon(async () => expect(await texts()).toBeUndefined())

      // A full list has no button that adds a field. When a field is removed, the button is there again, and gets the
      // focus.
      const add = page.getByRole('button', { name: own.add })
      for (let n = 3; n <= 10; n++) {
        await add.click()
        await hasFocus(page, nameOf(n))
      }
      await add.waitFor({ state: 'detached' })
      await page.getByLabel(own.remove(10)).click()
      await hasFocus(page, add)
      // The only refusal is the expected one.
      expect([...complaints, ...other.complaints]).toEqual(['409 /api/v1/practice'])
    },
    60_000,
  )
