import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import type { Words } from '../../src/desk/words/languages.ts'
import { at, newChair, newPatient, newWaiting } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { holdBack } from './desk-cards.ts'
import { fillInbox, who } from './desk-lists-house.ts'
import { fillDesk } from './house.ts'
import { soon } from './soon.ts'
import { button } from './steps.ts'

useBrowser()

const nameOf = (lastName: string) => `${lastName}, Zoé`
const line = (page: Page, lastName: string) => page.locator('.inbox-item', { hasText: lastName })
/** The last day that suits, as the desk writes it. Browsers differ in the comma. */
const lastOf = { en: /^Sat,? 7 Mar 2026$/, de: /^Sa\., 7\. März 2026$/ }
/** Waits until the first undo is answered. The page shows the restored item before the answer. */
const undone = (page: Page, { shell }: Words) => page.locator('.toast', { hasText: shell.undone }).waitFor()

for (const language of languages) {
  browsing(
    `the inbox shows each patient to call with the reason, and a member marks a line as done and undoes this, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      await fillInbox(house)
      const { page, w, complaints } = await house.desk({ place: '/inbox' })
      const { inbox } = w
      await line(page, who.silent).waitFor()
      const groups = await page.locator('.inbox-group h2').allTextContents()
      // The other groups have their own tests: online booking, patients to move, and webhooks.
      const elsewhere = ['online_request', 'online_patient', 'online_flood', 'displaced', 'webhook_stopped']
      const here = Object.entries(inbox.groups).filter(([kind]) => !elsewhere.includes(kind))
      expect(groups).toEqual(here.map(([, group]) => `${group} 1`))
      const says = (lastName: string) => line(page, lastName).locator('.inbox-what > p').last().textContent()
      const email = inbox.message.email
      expect(await says(who.asks)).toBe(inbox.says.cancel_requested)
      expect(await says(who.silent)).toBe(inbox.says.unanswered)
      expect(await says(who.bounced)).toBe(`${inbox.happened.refused(email)} ${inbox.todo.refused}`)
      expect(await says(who.uncertain)).toBe(`${inbox.happened.uncertain(email)} ${inbox.todo.uncertain}`)
      expect(await says(who.next)).toBe('Crown 24')
      // The names of the chairs are read by a separate request.
      await soon(async () => expect(await says(who.waits)).toContain('Room 1'))
      const call = page.getByRole('link', { name: inbox.call(nameOf(who.uncertain), '030 / 1234-567') })
      expect(await call.first().getAttribute('href')).toBe('tel:0301234567')
      await expectAccessible(page, 'the inbox')

      // The inbox shows who answered for the next day.
      await page.getByText(inbox.confirmed(2), { exact: true }).waitFor()
      await page.getByText(inbox.asks(1), { exact: true }).waitFor()
      await page.getByText(inbox.silent(1), { exact: true }).waitFor()
      await page.getByText(inbox.whoIsSilent, { exact: true }).click()
      await page.locator('.answers-silent', { hasText: who.silent }).waitFor()

      await page.getByText(inbox.open(6), { exact: true }).waitFor()
      const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/inbox/marks', (route) => goOn.then(() => route.fallback()), { times: 1 })
      await button(page, inbox.doneWith(nameOf(who.silent))).press('Enter')
      await page.getByText(inbox.open(5), { exact: true }).waitFor()
      // When the inbox is read while the mark is being saved, the line does not come back.
      const picture = page.waitForResponse((response) => response.url().endsWith('/api/v1/inbox'))
      await newPatient(house.c.owner.call, {})
      await (await picture).finished()
      await page.locator('.inbox-marked').waitFor()
      expect(await button(page, inbox.doneWith(nameOf(who.silent))).count()).toBe(0)
      letGo()
      // The next line has the focus.
      await page.waitForFunction(
        (name) => document.activeElement?.getAttribute('aria-label') === name,
        inbox.doneWith(nameOf(who.bounced)),
      )
      await page
        .getByText(inbox.marked(nameOf(who.silent)))
        .first()
        .waitFor()
      await page.keyboard.press('z')
      await undone(page, w)
      await page.getByText(inbox.open(6), { exact: true }).waitFor()
      // Another press of the key finds no act to undo. The message is not "too late".
      await page.keyboard.press('z')
      await page.locator('.toast', { hasText: w.shell.nothingToUndo }).waitFor()

      await button(page, inbox.doneWith(nameOf(who.silent))).click()
      await page.getByText(inbox.doneBefore(1), { exact: true }).click()
      await page
        .locator('.inbox-marked')
        .getByText(new RegExp(`^${inbox.you}, `))
        .waitFor()
      if (language === 'en') await expectAccessible(page, 'the inbox with something done')
      await button(page, inbox.putBackOf(nameOf(who.silent))).click()
      await page.getByText(inbox.open(6), { exact: true }).waitFor()
      expect(complaints).toEqual([])
    },
  )

  browsing(
    `a receptionist adds a patient to the waiting list, changes, removes and restores the wish, and books it, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      await newChair(call, { name: 'Room 1' })
      await newChair(call, { name: 'Room 2' })
      await newPatient(call, { firstName: 'Zoé', lastName: 'Müller', phoneMobile: '+49 1555 1234567' })
      const locale = { en: 'en-US', de: 'de-DE' }[language]
      const { page, w, complaints } = await house.desk({ place: '/waiting-list', locale })
      const { waiting } = w
      const name = nameOf('Müller')
      const row = page.locator('.waiting-item')
      const listed = async () => (await call('GET', '/api/v1/waiting-list')).data.waiting
      await page.getByText(waiting.empty, { exact: true }).waitFor()
      if (language === 'en') await expectAccessible(page, 'an empty waiting list')

      await page.getByRole('heading', { name: waiting.title }).waitFor()
      await page.keyboard.press('a')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: w.shell.save }).click()
      await dialog.getByText(waiting.choosePatient).waitFor()
      await dialog.locator('[aria-invalid]:focus').waitFor()
      await dialog.getByLabel(w.finder.label).first().fill('Müll')
      await dialog.getByRole('option', { name: 'Müller' }).click()
      await dialog.getByLabel(waiting.duration).fill('3')
      await dialog.getByLabel(waiting.startTime).fill('10:00')
      await dialog.getByLabel(waiting.endTime).fill('09:00')
      await dialog.getByRole('button', { name: w.shell.save }).click()
      await dialog.getByText(waiting.minutesWrong).waitFor()
      await dialog.getByText(waiting.endWrong).waitFor()
      if (language === 'en') await expectAccessible(page, 'the form of the waiting list with mistakes')
      await dialog.getByLabel(waiting.duration).fill('45')
      await dialog.getByLabel(waiting.endTime).fill('12:00')
      // The days and times are in the language of the practice. A limit that is not a day or a time is not lost.
      const limits = [waiting.startTime, waiting.endTime, waiting.firstDay, waiting.lastDay] as const
      for (const [i, limit] of limits.entries()) {
        const field = dialog.getByLabel(limit)
        const before = await field.inputValue()
        await field.fill('whenever')
        await dialog.getByRole('button', { name: w.shell.save }).click()
        await field.and(page.locator('[aria-invalid="true"]:focus')).waitFor()
        // The end of the sentence is an example with the present day.
        const said = i < 2 ? w.forms.notTime('9:30') : w.forms.notDay('').replace(/ ?\.$/, '')
        expect(await dialog.locator('.error').textContent()).toStartWith(said)
        expect(await field.inputValue()).toBe('whenever')
        await field.fill(before)
      }
      expect(await listed()).toEqual([])
      await dialog.getByLabel(waiting.firstDay).fill('1.3.26')
      await dialog.getByLabel(waiting.lastDay).fill('7.3.')
      await page.keyboard.press('Tab')
      expect(await dialog.getByLabel(waiting.lastDay).inputValue()).toMatch(lastOf[language])
      await dialog.getByLabel('Room 2').check()
      await dialog.getByLabel(waiting.note).fill('A filling came out.')
      await dialog.getByRole('button', { name: w.shell.save }).click()
      await dialog.waitFor({ state: 'detached' })
      await row.getByText('A filling came out.').waitFor()
      const [{ id, createdAt, ...wish }] = await listed()
      expect(wish).toMatchObject({
        durationMinutes: 45,
        startTime: '10:00',
        endTime: '12:00',
        fromDate: '2026-03-01',
        throughDate: '2026-03-07',
        urgency: 'soon',
      })
      expect(wish.chairIds).toHaveLength(1)
      await expectAccessible(page, 'the waiting list')

      await button(page, waiting.changeOf(name)).click()
      await dialog.getByLabel(waiting.urgency).selectOption('urgent')
      await dialog.getByRole('button', { name: w.shell.save }).click()
      await dialog.waitFor({ state: 'detached' })
      await row.getByText(waiting.urgencies.urgent, { exact: true }).waitFor()
      await page.getByLabel(waiting.urgency).selectOption('whenever')
      await page.getByText(waiting.nobodyLeft).waitFor()
      await page.getByLabel(waiting.urgency).selectOption('')

      await button(page, waiting.calledOf(name)).click()
      await row.getByText(new RegExp(`^${waiting.calledBy(w.inbox.you, '')}`)).waitFor()
      await page.locator('.toast', { hasText: waiting.wasCalled(name) }).waitFor()
      await button(page, waiting.removeOf(name)).click()
      await page.getByText(waiting.empty, { exact: true }).waitFor()
      await page.getByText(waiting.removed(name)).first().waitFor()
      await page.keyboard.press('z')
      await undone(page, w)
      await row.waitFor()
      expect((await listed())[0]).toMatchObject({ id, createdAt, urgency: 'urgent' })

      // The list shows who fits a free time of Room 2. The patient is booked there at the first suitable time.
      await page.locator('.gap', { hasText: 'Room 1' }).first().click()
      await page.getByText(waiting.nobodyFits).waitFor()
      await page.locator('.gap', { hasText: 'Room 2' }).first().click()
      const fits = page.getByRole('list', { name: waiting.whoFits })
      await fits.getByText(name).waitFor()
      if (language === 'en') await expectAccessible(page, 'who fits a free time')
      await fits.getByRole('button').click()
      await page.getByText(waiting.empty, { exact: true }).waitFor()
      const window = 'from=2026-03-02T00:00:00Z&to=2026-03-09T00:00:00Z'
      const times = { startAt: '2026-03-02T09:00:00.000Z', endAt: '2026-03-02T09:45:00.000Z' }
      // The list shows the booking before the server has answered.
      await soon(async () =>
        expect((await call('GET', `/api/v1/appointments?${window}`)).data.appointments).toMatchObject([
          times,
        ]),
      )
      expect(complaints).toEqual([])
    },
  )

  // The compiler checks that no words are missing, so one test of each screen in German is enough.
  if (language !== 'en') continue

  browsing(
    `one button sends all messages again that failed for the same reason, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { c } = house
      c.clock.now = Date.parse(at('06:00'))
      await fillDesk(c)
      await fillDesk(c)
      const { page, w, complaints } = await house.desk({ member: c.assistant, place: '/inbox' })
      const { inbox } = w
      const group = (kind: string) => page.locator(`.inbox-group.${kind}`)
      await group('uncertain').getByText(inbox.happened.uncertain(inbox.message.several)).waitFor()
      await group('uncertain')
        .getByRole('button', { name: inbox.allAgain(4) })
        .click()
      await page.locator('.toast', { hasText: inbox.allSent(4, 0, 0) }).waitFor()
      await group('uncertain').waitFor({ state: 'detached' })

      // Until the inbox is read again, it still offers messages for which it is too late now.
      const goOn = await holdBack(page, '**/api/v1/inbox')
      c.clock.now = Date.parse(at('08:55'))
      const anna = page.locator('.inbox-item', { hasText: 'Schneider, Anna' })
      await anna.first().getByRole('button', { name: inbox.again }).click()
      goOn()
      await page.locator('.toast', { hasText: inbox.notAgain }).waitFor()
      await group('failed')
        .getByRole('button', { name: inbox.allAgain(2) })
        .waitFor({ state: 'detached' })
      await anna.first().waitFor()
      expect(complaints).toEqual([expect.stringMatching(/^409 .*\/retry$/)])
    },
  )

  browsing(
    `in the inbox, a member notes that a patient comes, sends a message again, and books a waiting patient, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { asks, silent, waiting } = await fillInbox(house)
      const { call } = house.c.owner
      const { page, w, complaints } = await house.desk({ place: '/inbox' })
      const { inbox } = w
      const stateOf = async (id: string) =>
        (await call('GET', `/api/v1/appointments/${id}/progress`)).data.state
      const undo = () => page.getByRole('button', { name: w.shell.undo }).last().click()

      const comes = button(page, inbox.comesOf(nameOf(who.silent)))
      expect(await comes.getAttribute('title')).toBe(inbox.comesSays)
      await comes.click()
      await page
        .getByText(inbox.saidComes(nameOf(who.silent)))
        .first()
        .waitFor()
      expect(await stateOf(silent)).toBe('confirmed')
      await undo()
      await undone(page, w)
      await line(page, who.silent).waitFor()
      expect(await stateOf(silent)).toBe('expected')
      await button(page, inbox.comesOf(nameOf(who.asks))).click()
      await page
        .getByText(inbox.saidComes(nameOf(who.asks)))
        .first()
        .waitFor()
      expect(await stateOf(asks)).toBe('confirmed')

      await button(page, inbox.againTo(nameOf(who.bounced))).click()
      await page
        .getByText(inbox.sentAgain(nameOf(who.bounced)))
        .first()
        .waitFor()
      await line(page, who.bounced).waitFor({ state: 'detached' })

      const listed = async () => (await call('GET', '/api/v1/waiting-list')).data.waiting
      await button(page, inbox.bookFor(nameOf(who.waits))).click()
      await line(page, who.waits).waitFor({ state: 'detached' })
      await page.locator('.toast', { hasText: who.waits }).waitFor()
      expect(await listed()).toEqual([])
      await undo()
      await line(page, who.waits).waitFor()
      // The desk puts back the item with its first date, so that the patient does not lose their place.
      const { id, createdAt } = waiting
      await soon(async () => expect((await listed())[0]).toMatchObject({ id, createdAt }))
      expect(complaints).toEqual([])
    },
  )
}

browsing(
  'when a free time suits two patients, the line of each patient names the other patient',
  async () => {
    await using house = await deskHouse(browser)
    const { call } = house.c.owner
    await newChair(call, { name: 'Room 1' })
    const names = ['Adler', 'Bauer']
    for (const lastName of names) {
      const patient = await newPatient(call, { firstName: 'Zoé', lastName })
      await newWaiting(call, { patientId: patient.id })
    }
    const { page, w, complaints } = await house.desk({ place: '/inbox' })
    const everyRowSaysIt = async (rows: string) => {
      for (const [i, name] of names.entries())
        await page
          .locator(rows, { has: page.getByRole('link', { name: nameOf(name), exact: true }) })
          .getByText(w.waiting.fitsToo(nameOf(names[1 - i]!)))
          .waitFor()
    }
    await everyRowSaysIt('.inbox-item.fits_gap')
    await page.goto('/desk#/waiting-list')
    await everyRowSaysIt('.waiting-item')

    // When one patient has the time, the desk offers the next time to the other patient, and to nobody else.
    await page.goto('/desk#/inbox')
    await button(page, w.inbox.bookFor(nameOf('Adler'))).click()
    // Until then, the line of the other patient also names Adler.
    await line(page, 'Adler').first().waitFor({ state: 'detached' })
    await line(page, 'Bauer').locator('.badge').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  },
)

browsing('the inbox shows a message when there is nothing to do', async () => {
  await using house = await deskHouse(browser)
  const { page, w, complaints } = await house.desk({ place: '/inbox' })
  await page.getByText(w.inbox.empty, { exact: true }).waitFor()
  await page.getByText(w.inbox.noAnswers).waitFor()
  await expectAccessible(page, 'an empty inbox')
  expect(complaints).toEqual([])
})
