/** The new cell loses its disk between the commit of a move and the moment when the practice is shown there. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { endLeftOver } from '../../src/move/serve.ts'
import { monday } from '../support/clinic.ts'
import { thrownBy } from '../support/rejection.ts'
import type { ObjectStore } from '../support/replica.ts'
import { conditionalStore, newCells } from './support.ts'
import { type TestCell, twoStores } from './two-stores.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** From now on, the cell answers `come` with `answer`. Returns a function that restores its usual answers. */
function answersCome({ target }: TestCell, answer: () => Promise<{ came: boolean }>): () => void {
  const { carryOut } = target
  target.carryOut = (...asked) => (asked[1] === 'come' ? answer() : carryOut.apply(target, asked))
  return () => {
    target.carryOut = carryOut
  }
}

test('§36 The old cell keeps its copy of a practice until the new cell answers that it has the practice.', async () => {
  await using cells = await twoStores(newCells(store).store)
  const { a, b, s, newPractice } = cells
  const { practiceId, own } = await newPractice()
  const left = () =>
    s.database
      .query('select count(*) as n from patients where practice_key = ?')
      .get(own.practice.read.practiceKey)
  const before = left()
  const recovers = answersCome(b, async () => ({ came: false }))
  await a.source.move(practiceId, 'b')
  expect(a.source.isFinished(practiceId)).toBe(false)
  expect(await thrownBy(a.source.move(practiceId, 'b'))).toThrow('does not have the practice')
  const nextDay = { ...a, teller: { ...a.teller, now: () => monday + 86_400_001 } }
  expect(await endLeftOver(nextDay as never)).toEqual([expect.stringContaining('does not have the practice')])
  expect(left()).toEqual(before)

  recovers()
  await endLeftOver(a as never)
  expect(a.source.isFinished(practiceId)).toBe(true)
  await endLeftOver(nextDay as never)
  expect(left()).toEqual({ n: 0 })
})

test('§36 The database of the new cell, and so its backup, has everything that the cell needs to show the practice.', async () => {
  await using cells = await twoStores(newCells(store).store)
  const { a, b, there, newPractice } = cells
  const { practiceId } = await newPractice()
  const recovers = answersCome(b, () => Promise.reject(new Error('dead')))
  await a.source.move(practiceId, 'b')
  rmSync(`${there.path}-arriving`, { recursive: true })
  recovers()
  await endLeftOver(b as never)
  expect(b.store.identity.practiceIds()).toEqual([practiceId])
  expect(there.database.query('select ready from cell_moves').get()).toEqual({ ready: null })
})
