/** A short form of the drill of moves. `bun run drill move` runs the full drill. */
import { expect, test } from 'bun:test'
import { azurite } from '../support/replica.ts'
import { moveDrill } from './move.ts'

test('§36 While practices move to another cell and the command is killed, no acknowledged write is lost or doubled. No read is refused.', async () => {
  const figures = await moveDrill(azurite, { practices: 3, moves: 3, kills: 1, pauseMs: 50 })
  expect(figures).toMatchObject({ moves: 3, missing: 0, doubled: 0, readsRefusedForTheFreeze: 0 })
  expect(figures.acknowledged).toBeGreaterThan(20)
})
