import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type EntryType, entryTypes, occupiesChair, overlaps } from '../../src/domain/entry.ts'
import { blocksDuring, conflictsOf, insertEntry } from '../../src/store/entries.ts'
import { entryRow, openStore } from './records.ts'

interface Placed {
  readonly id: string
  readonly chairId: string | null
  readonly type: EntryType
  readonly startAt: number
  readonly endAt: number
}

test('the blocks found in the way are the same as a look at every entry finds, in order of start', async () => {
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
          expect(conflictsOf(read, entry).map(({ id }) => id)).toEqual(ids)
          if (entry.chairId === null) continue
          const block = { ...entry, type: 'appointment' as const }
          expect(blocksDuring(read, entry.chairId, entry).map(({ id }) => id)).toEqual(
            naiveConflicts(standing, block).map(({ id }) => id),
          )
        }
        for (const entry of standing) {
          // An entry never conflicts with itself, and stored entries never conflict with each other.
          expect(conflictsOf(read, entry)).toEqual([])
          const longer = { ...entry, startAt: entry.startAt - 5, endAt: entry.endAt + 5 }
          expect(conflictsOf(read, longer).map(({ id }) => id)).toEqual(
            naiveConflicts(standing, longer).map(({ id }) => id),
          )
        }
      },
    ),
    { numRuns: 100 },
  )
})

const naiveConflicts = (standing: Placed[], entry: Placed): Placed[] =>
  standing
    .filter((other) => other.id !== entry.id && other.chairId === entry.chairId)
    .filter((other) => occupiesChair(entry) && occupiesChair(other) && overlaps(other, entry))
    .sort((a, b) => a.startAt - b.startAt)
