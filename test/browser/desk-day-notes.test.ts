/** Notes on a day, at the head of the board and on the day sheet. */
import { expect } from 'bun:test'
import { success } from '../support/answers.ts'
import { newChair } from '../support/records.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse, languages } from './desk.ts'
import { expectAccessible } from './desk-accessible.ts'

useBrowser()

for (const language of languages)
  browsing(
    `the team writes a note on a day, and the board and the day sheet show it, in ${language}`,
    async () => {
      await using house = await deskHouse(browser, language)
      const { call } = house.c.owner
      await newChair(call, { name: 'Room 1' })
      const { page, w, complaints } = await house.desk()
      await page.getByRole('button', { name: w.board.addNote }).click()
      await page.locator('textarea:focus').waitFor()
      await page.keyboard.type('Dr. Yılmaz is away from 3.')
      await expectAccessible(page, 'the dialogue of a note on a day')
      await page.getByRole('button', { name: w.shell.save }).click()
      const note = page.locator('.board-notes button')
      await note.getByText('Dr. Yılmaz is away from 3.').waitFor()
      await expectAccessible(page, 'the board with a note on the day')

      // Two members change the note, and the second member sees who was faster. Then the note is removed and restored.
      await note.click()
      await page.locator('textarea').fill('Dr. Yılmaz is away from 4.')
      const [{ id }] = success(await call('GET', '/api/v1/day?date=2026-03-02')).notes
      success(await house.c.assistant.call('PATCH', `/api/v1/day-notes/${id}`, { text: 'From 2.' }))
      await page.getByRole('button', { name: w.shell.save }).click()
      await page.getByText(w.forms.theirs('From 2.', 'assistant')).waitFor()
      await page.getByRole('button', { name: w.shell.save }).click()
      await note.getByText('from 4.').waitFor()
      await note.click()
      await page.getByRole('button', { name: w.dayNote.delete, exact: true }).click()
      await note.waitFor({ state: 'detached' })
      await page.keyboard.press('z')
      await note.getByText('from 4.').waitFor()
      const { notes } = success(await call('GET', '/api/v1/day?date=2026-03-02'))
      expect(notes).toMatchObject([{ text: 'Dr. Yılmaz is away from 4.' }])

      // Another day has no note. The day sheet shows the note at its head.
      await page.keyboard.press('j')
      await note.waitFor({ state: 'detached' })
      await page.evaluate(() => {
        location.hash = '#/day-sheet/2026-03-02'
      })
      await page.locator('.sheet-notes-of-day').first().getByText('from 4.').waitFor()
      expect(complaints).toEqual([`412 /api/v1/day-notes/${id}`])
    },
  )
