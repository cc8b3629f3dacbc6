/** Tests of the list of patients who are due to come again, in the desk. */
import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { success } from '../support/answers.ts'
import { agrees, came, checkUp, messages, recallsOf } from '../support/recalling.ts'
import { newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, type House, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

/** Three patients who are due for a check-up. Two of them agreed to messages. */
async function fill({ c }: House) {
  const type = await checkUp(c)
  const ids: Record<string, string> = {}
  for (const [lastName, date, fields] of [
    ['Aydın', '2025-08-04', agrees],
    ['Berg', '2025-07-01', agrees],
    ['Çelik', '2025-06-02', { phoneMobile: '030 1234567' }],
  ] as const) {
    const { id } = await newPatient(c.assistant.call, { firstName: 'Zoé', lastName, ...fields })
    ids[lastName] = id
    await came(c, id, type.id, date)
  }
  return ids
}

const line = (page: Page, lastName: string) => page.locator('.waiting-item', { hasText: lastName })

for (const language of languages)
  browsing(
    `a member calls patients who are due to come again, sends them messages and books them, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { c } = house
      const ids = await fill(house)
      const { page, w, complaints } = await house.desk({ place: '/waiting-list' })
      const { recalls: texts, shell } = w
      await page.getByRole('link', { name: texts.title, exact: true }).click()
      await line(page, 'Aydın').waitFor()
      expect(await page.locator('.waiting-item a[href*="patients"]').allTextContents()).toEqual([
        'Aydın, Zoé',
        'Berg, Zoé',
        'Çelik, Zoé',
      ])
      await expectAccessible(page, 'the list of who is due')

      // An unanswered call is noted and taken back.
      const unanswered = (name: string) => page.getByRole('button', { name: texts.unansweredBy(name) })
      await unanswered('Çelik, Zoé').click()
      await line(page, 'Çelik').getByText(texts.calls(1)).waitFor()
      await page.getByRole('button', { name: shell.undo }).first().click()
      await soon(async () => expect((await recallsOf(c)).recalls[2].contacts).toEqual([]))
      expect(await page.getByRole('button', { name: texts.messageTo('Çelik, Zoé') }).count()).toBe(0)

      // The keyboard sends messages to both patients who agreed.
      await page.getByRole('button', { name: texts.messageAll(2) }).focus()
      await page.keyboard.press('Enter')
      const sure = page.getByRole('dialog', { name: texts.messageAll(2) })
      await sure.waitFor()
      await expectAccessible(page, 'the question before messages are sent')
      await page.keyboard.press('Enter')
      await soon(async () => expect(await messages(c, ids.Berg!)).toHaveLength(3))
      await line(page, 'Berg').locator('.badge').waitFor()
      expect(await page.getByRole('button', { name: texts.messageAll(2) }).count()).toBe(0)
      c.clock.now += 60_000
      const r = reminding(c)
      await r.round()
      expect(r.emails).toHaveLength(2)
      await line(page, 'Berg').getByText(texts.sent(1, 3)).waitFor()

      // A patient wants to be asked later, and leaves the list.
      await page.getByRole('button', { name: texts.saidBy('Aydın, Zoé') }).click()
      const dialog = page.getByRole('dialog', { name: texts.saidTitle('Aydın, Zoé') })
      await dialog.getByLabel(texts.askAgainOn).fill('')
      await dialog.getByRole('button', { name: shell.save }).click()
      await dialog.getByText(texts.needsDay).waitFor()
      await expectAccessible(page, 'the question what a patient said')
      await dialog.getByLabel(texts.askAgainOn).fill('2026-06-01')
      await dialog.getByLabel(texts.note).fill('Abroad')
      await dialog.getByRole('button', { name: shell.save }).click()
      await dialog.waitFor({ state: 'detached' })
      await line(page, 'Aydın').waitFor({ state: 'detached' })
      await soon(async () =>
        expect((await messages(c, ids.Aydın!)).map(({ state }) => state)).toEqual([
          'cancelled',
          'cancelled',
          'sent',
        ]),
      )

      // The booking opens with the patient and the due appointment type. A booking stops the messages.
      await page.getByRole('button', { name: texts.bookFor('Berg, Zoé') }).click()
      await page.getByRole('dialog').getByText('Berg').first().waitFor()
      await page.getByRole('radio', { name: 'Check-up', checked: true }).waitFor()
      await page.keyboard.press('Escape')
      const visit = { type: 'appointment', patientId: ids.Berg }
      const times = { startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T09:30:00Z' }
      success(await c.assistant.call('POST', '/api/v1/appointments', { ...visit, ...times }), 201)
      await line(page, 'Berg').waitFor({ state: 'detached' })
      expect(complaints).toEqual([])
    },
  )
