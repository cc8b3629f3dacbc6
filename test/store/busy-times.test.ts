import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypes } from '../../src/domain/entry.ts'
import { busyTimes } from '../../src/store/calendar/busy-times.ts'
import { blocksDuring, conflictsOf, insertEntry } from '../../src/store/calendar/entries.ts'
import { entryRow, openStore } from './records.ts'

test('the busy times of a chair are the times of the blocks that overlap the interval, in order', async () => {
  await using s = await openStore()
  const { read } = s.own.practice
  const wish = fc.record({
    chairId: fc.constantFrom(s.own.chairId, s.own.otherChairId, null),
    type: fc.constantFrom(...entryTypes),
    startAt: fc.nat(60),
    length: fc.integer({ min: 1, max: 12 }),
  })
  const asked = fc.record({ startAt: fc.nat(60), length: fc.integer({ min: 1, max: 40 }) })

  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 25 }), fc.array(asked), async (wishes, intervals) => {
      s.database.run('DELETE FROM entries')
      await s.own.practice.write((tx) => {
        for (const [i, { length, ...rest }] of wishes.entries()) {
          const entry = { id: `e${i}`, ...rest, endAt: rest.startAt + length }
          if (conflictsOf(tx, entry, 1).total === 0) insertEntry(tx, entryRow(s.own, entry))
        }
      })
      for (const { startAt, length } of intervals) {
        const during = { startAt, endAt: startAt + length }
        const blocks = blocksDuring(read, s.own.chairId, during)
        expect(busyTimes(read, s.own.chairId, during)).toEqual(
          blocks.map(({ startAt, endAt }) => ({ startAt, endAt })),
        )
      }
    }),
    { numRuns: 100 },
  )
})
