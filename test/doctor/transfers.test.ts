import { expect, test } from 'bun:test'
import { moveStageCodes } from '../../db/codes.ts'
import { movesIn, unfinishedTransfers } from '../../db/unfinished.ts'
import { type Config, loadConfig } from '../../src/config.ts'
import { moves } from '../../src/doctor/moves.ts'
import { transfers } from '../../src/doctor/transfers.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { act, teller } from '../transfer/practices.ts'

test('§18 `doctor` warns of a removal that has not ended. The command that it advises ends the removal.', async () => {
  await using s = await openStore()
  const site = { config: loadConfig({ databasePath: s.path }, {}), now: Date.now }
  expect(transfers(site)).toMatchObject([{ state: 'ok' }])
  await s.store.transfer.beginRemoval(s.own.practiceId, null, act, monday)
  expect(transfers(site)).toMatchObject([
    {
      state: 'warn',
      found: `the removal of the practice ${s.own.practiceId} has not ended`,
      todo: expect.stringContaining(`practice remove --id ${s.own.practiceId} --without-export`),
    },
  ])
  await removePractice(s.store.transfer, s.own.practiceId, null, act, '1', teller())
  expect(transfers(site)).toMatchObject([{ state: 'ok' }])
})

test('§18 `doctor` names each move between cells that has not ended, and no other move.', async () => {
  await using s = await openStore()
  const { practiceId } = s.own
  const site = {
    config: {
      ...loadConfig({ databasePath: s.path }, {}),
      cells: { store: undefined as never, name: 'a', onFly: false },
    } as unknown as Config,
    now: Date.now,
  }
  const seen = () => moves(site).map(({ state, found, todo }) => ({ state, text: `${found}. ${todo}` }))
  const told = (text: string) => [{ state: 'warn' as const, text: expect.stringContaining(text) }]
  expect(moves(site)).toMatchObject([{ state: 'ok' }])
  const move = { practiceId, move: crypto.randomUUID(), cell: 'b', generation: 2 }
  const { cellMoves } = s.store
  await cellMoves.begin(move, monday)
  expect(seen()).toEqual(told('at the stage "copies" since 2026-03-02T08:00:00.000Z'))
  expect(seen()).toEqual(told(`practice move --id ${practiceId} --to b`))
  await cellMoves.freeze(practiceId, monday)
  expect(seen()).toEqual(told('at the stage "frozen"'))
  await cellMoves.leave(practiceId, monday)
  expect(seen()).toEqual(told('has left for the cell b'))
  await cellMoves.noteCame(practiceId)
  expect(moves(site)).toMatchObject([{ state: 'ok' }])
})

test('§18 `doctor` does not report a practice that arrives from another cell as an import that has stopped.', async () => {
  await using s = await openStore()
  const { practiceId } = s.own
  s.database.run(
    'insert into moving_practices (practice_key, archive, keeps_access, rows) values (?, ?, 1, 1)',
    [s.own.practice.read.practiceKey, 'x'],
  )
  expect(unfinishedTransfers(s.path)).toEqual([{ practiceId, what: 'import' }])
  s.database.run(
    `insert into cell_moves (practice_key, move, stage, cell, generation, at, trail_seq, came) values (?, ?, ?, 'b', 2, 1, 0, 0)`,
    [s.own.practice.read.practiceKey, Buffer.alloc(16), moveStageCodes.arrives],
  )
  expect(unfinishedTransfers(s.path)).toEqual([])
  expect(movesIn(s.path)).toMatchObject([{ practiceId, stage: 'arrives', cell: 'b' }])
})

test('the check of moves has no result when there is no database', () => {
  expect(transfers({ config: loadConfig({ databasePath: '/no/such/file' }, {}), now: Date.now })).toEqual([])
})
