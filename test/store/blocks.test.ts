import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { type EntryType, entryTypes, occupiesChair, overlaps } from '../../src/domain/entry.ts'
import { blocksDuring, conflictsOf, insertEntry } from '../../src/store/calendar/entries.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import type { Scope } from '../../src/store/engine/scope.ts'
import { entryRow, openStore } from './records.ts'

interface Placed {
  readonly id: string
  readonly chairId: string | null
  readonly type: EntryType
  readonly startAt: number
  readonly endAt: number
}

test('the search for conflicting blocks finds the same blocks as a check of every entry, ordered by start', async () => {
  await using s = await openStore()
  const { read } = s.own.practice
  const chairs = [s.own.chairId, s.own.otherChairId, null]
  const wish = fc.record({
    chairId: fc.constantFrom(...chairs),
    type: fc.constantFrom(...entryTypes),
    startAt: fc.nat(60),
    length: fc.integer({ min: 1, max: 12 }),
  })

  await fc.assert(
    fc.asyncProperty(
      fc.array(wish, { maxLength: 25 }),
      fc.array(wish, { minLength: 1, maxLength: 8 }),
      async (wishes, asked) => {
        s.database.run('DELETE FROM entries')
        const standing: Placed[] = []
        await s.own.practice.write((tx) => {
          for (const [i, { length, ...rest }] of wishes.entries()) {
            const entry = { id: `e${i}`, ...rest, endAt: rest.startAt + length }
            if (naiveConflicts(standing, entry).length > 0) continue
            standing.push(entry)
            insertEntry(tx, entryRow(s.own, entry))
          }
        })
        for (const { length, ...rest } of asked) {
          const entry = { id: 'asked', ...rest, endAt: rest.startAt + length }
          const ids = naiveConflicts(standing, entry).map(({ id }) => id)
          expectConflicts(read, entry, ids)
          if (entry.chairId === null) continue
          const block = { ...entry, type: 'appointment' as const }
          expect(blocksDuring(read, entry.chairId, entry).map(({ id }) => id)).toEqual(
            naiveConflicts(standing, block).map(({ id }) => id),
          )
        }
        for (const entry of standing) {
          // An entry never conflicts with itself, and stored entries never conflict with each other.
          expectConflicts(read, entry, [])
          const longer = { ...entry, startAt: entry.startAt - 5, endAt: entry.endAt + 5 }
          const ids = naiveConflicts(standing, longer).map(({ id }) => id)
          expectConflicts(read, longer, ids)
        }
      },
    ),
    { numRuns: 100 },
  )
})

/** Expects these conflicts, or the first of them when the search asks for fewer. */
function expectConflicts(read: Scope, entry: Placed, ids: readonly string[]): void {
  for (const most of [1, 2, 3, 100]) {
    const { first, total } = conflictsOf(read, entry, most)
    expect({ ids: first.map(({ id }) => id), total }).toEqual({ ids: ids.slice(0, most), total: ids.length })
  }
}

test('of thousands of conflicts, the first hundred are returned, and all are counted', async () => {
  await using s = await openStore()
  const [many, minute] = [3_000, 60_000]
  s.database.run('DELETE FROM entries')
  const id = (i: number) => `e${String(i).padStart(5, '0')}`
  await s.own.practice.write((tx) => {
    for (let i = 0; i < many; i++)
      insertEntry(tx, entryRow(s.own, { id: id(i), startAt: i * minute, endAt: (i + 1) * minute }))
  })
  const { read } = s.own.practice
  const entry = entryRow(s.own, { id: 'new', startAt: 0, endAt: many * minute })
  const ids = Array.from({ length: many }, (_, i) => id(i))
  for (const [wish, inTheWay] of [
    [entry, ids],
    [{ ...entry, startAt: minute / 2 }, ids],
    [{ ...entry, startAt: minute }, ids.slice(1)],
    [{ ...entry, endAt: 100 * minute }, ids.slice(0, 100)],
    [{ ...entry, endAt: 101 * minute }, ids.slice(0, 101)],
    [{ ...entry, endAt: 99 * minute }, ids.slice(0, 99)],
    [{ ...entry, id: id(0) }, ids.slice(1)],
    [{ ...entry, id: id(1_000) }, ids.toSpliced(1_000, 1)],
  ] as const) {
    const { first, total } = conflictsOf(read, wish, 100)
    expect(total).toBe(inTheWay.length)
    expect(first.map(({ id }) => id)).toEqual(inTheWay.slice(0, 100))
  }
})

test('a search for conflicts on a free chair runs no counting statement', async () => {
  await using s = await openStore()
  const { read } = s.own.practice
  // The first read also looks up the key of the practice.
  expect(read.practiceKey).toBeGreaterThan(0)
  const prepared = spyOn(Connection.prototype, 'prepared')
  expect(conflictsOf(read, entryRow(s.own, { startAt: 0, endAt: 1 }), 100).total).toBe(0)
  expect(conflictsOf(read, entryRow(s.own), 100).total).toBe(1)
  const texts = prepared.mock.calls.map(([text]) => text)
  prepared.mockRestore()
  expect(texts).toHaveLength(4)
  expect(texts.filter((text) => text.includes('count('))).toEqual([])
})

const naiveConflicts = (standing: Placed[], entry: Placed): Placed[] =>
  standing
    .filter((other) => other.id !== entry.id && other.chairId === entry.chairId)
    .filter((other) => occupiesChair(entry) && occupiesChair(other) && overlaps(other, entry))
    .sort((a, b) => a.startAt - b.startAt)
