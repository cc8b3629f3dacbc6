/** A practice that treats in rooms or on couches sees these words everywhere in the desk. */
import { expect } from 'bun:test'
import * as de from '../../src/desk/words/de-seats.ts'
import * as en from '../../src/desk/words/en-seats.ts'
import { seated } from '../../src/desk/words/seat.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { written } from '../desk/words.ts'
import { success } from '../support/answers.ts'
import { browser, browsing, useBrowser } from './browsing.ts'
import { deskHouse } from './desk.ts'

useBrowser()

browsing.each([
  ['en', 'general', seated(written.en, en.room)],
  ['de', 'physio', seated(written.de, de.couch)],
] as const)(
  'in %s, the desk uses the word of a %s practice for a room or a couch, and not the word for a chair',
  async (language, kind, w) => {
    await using house = await deskHouse(browser, language)
    success(await house.c.owner.call('PATCH', '/api/v1/practice', { pack: packTemplates[kind] }))
    const { page, complaints } = await house.desk()
    await page.getByText(w.board.noChairsOwner).waitFor()
    await page.goto('/desk#/settings/chairs')
    await page.getByRole('heading', { name: w.settings.chairs, level: 1 }).waitFor()
    await page.getByText(w.settings.noChairs).waitFor()
    const shown = await page.locator('#desk').textContent()
    expect(shown).not.toMatch(/\bchairs?\b|\bStuhl|\bStühle|[{}]/i)
    expect(complaints).toEqual([])
  },
)
