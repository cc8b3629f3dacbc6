/** The log of calls in the inbox: the called patient, the result of the call, and the time of the next call. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newNote, newPatient } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'
import { soon } from './soon.ts'

useBrowser()

for (const language of languages)
  browsing(
    `the inbox counts two calls without an answer, and shows at four o'clock that the next call is due, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      const phoneMobile = '+49 151 2345678'
      const zoe = await newPatient(call, { phoneMobile })
      const anna = await newPatient(call, { firstName: 'Anna', lastName: 'Schneider', phoneMobile })
      await newNote(call, zoe.id, { title: 'X-rays', isNext: true })
      house.c.clock.now += 1000
      await newNote(call, anna.id, { title: 'Insurance', isNext: true })
      const { page, w, complaints } = await house.desk({ place: '/inbox' })
      const line = page.getByRole('listitem').filter({ hasText: 'Müller' })
      await line.waitFor()
      await page.getByText(w.inbox.whatButtonsDo).waitFor()
      const names = () => page.locator('.inbox-list .inbox-who').allTextContents()
      expect(await names()).toEqual(['Müller, Zoé', 'Schneider, Anna'])

      // Two calls get no answer. Enter notes the usual result.
      await line.getByRole('button', { name: w.inbox.calledOf('Müller, Zoé') }).click()
      await page.getByRole('radio', { name: w.inbox.results.no_answer }).and(page.locator(':focus')).waitFor()
      await expectAccessible(page, 'the dialogue of a call')
      await page.keyboard.press('Enter')
      await line.getByText(w.inbox.tries(1)).waitFor()
      await page.locator('.toast').getByText(w.inbox.callNoted('Müller, Zoé')).waitFor()
      await line.getByRole('button', { name: w.inbox.calledOf('Müller, Zoé') }).click()
      await page.getByLabel(w.inbox.callAgain).selectOption({ label: '16:00' })
      await page.getByRole('button', { name: w.inbox.noteCall }).click()
      await line.getByText(w.inbox.tries(2)).waitFor()
      await line.getByText(w.inbox.calledLater('16:00')).waitFor()
      // The line stays in the inbox. Until the next call, it is below the other lines.
      await soon(async () => expect(await names()).toEqual(['Schneider, Anna', 'Müller, Zoé']))
      await soon(async () => {
        const { items, counts } = success(await call('GET', '/api/v1/inbox'))
        expect(counts.note_next).toBe(2)
        expect(items[0]).toMatchObject({
          tries: 2,
          calls: [{ result: 'no_answer', againAt: '2026-03-02T15:00:00.000Z' }, { againAt: null }],
        })
      })
      await expectAccessible(page, 'the inbox with calls')

      // A noted call can be taken back, and noted again with another result.
      await page.keyboard.press('z')
      await line.getByText(w.inbox.tries(1)).waitFor()
      await line.getByRole('button', { name: w.inbox.calledOf('Müller, Zoé') }).click()
      await page.getByRole('radio', { name: w.inbox.results.message_left }).check()
      await page.getByLabel(w.inbox.callAgain).selectOption({ label: '16:00' })
      await page.getByRole('button', { name: w.inbox.noteCall }).click()
      await line.getByText(w.inbox.results.message_left).waitFor()

      // At four o'clock, the next call is due.
      house.c.clock.now = Date.parse('2026-03-02T15:00:30Z')
      await page.clock.setFixedTime(house.c.clock.now)
      await page.reload()
      await line.getByText(w.inbox.callNow('16:00')).waitFor()
      await soon(async () => expect(await names()).toEqual(['Müller, Zoé', 'Schneider, Anna']))
      // The titles of the buttons explain what they do.
      const done = line.getByRole('button', { name: w.inbox.doneWith('Müller, Zoé') })
      expect(await done.getAttribute('title')).toBe(w.inbox.doneSays)
      expect(complaints).toEqual([])
    },
  )
