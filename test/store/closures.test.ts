import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { touchesDays } from '../../src/domain/recurring-times.ts'
import { Connection } from '../../src/store/engine/connection.ts'
import { updateChair } from '../../src/store/practice/chairs.ts'
import {
  findOpenRules,
  insertClosure,
  listClosures,
  listClosuresOn,
} from '../../src/store/practice/closures.ts'
import { monday } from '../support/clinic.ts'
import { weekOf } from '../support/week.ts'
import { openStore, times } from './records.ts'

const whole = { name: 'Closed', startTime: null, endTime: null, chairIds: null, ...times }
const order = ({ fromDate, id }: { fromDate: string; id: string }) => `${fromDate} ${id}`
const day = (days: number) => Temporal.PlainDate.from('2026-03-02').add({ days }).toString()

test('the search for the closures of some days finds the same closures as a check of every closure', async () => {
  await using s = await openStore()
  const { practice } = s.own
  const wish = fc.record({
    from: fc.integer({ min: -800, max: 800 }),
    length: fc.nat(360),
    yearly: fc.boolean(),
  })
  const window = fc.tuple(fc.integer({ min: -900, max: 900 }), fc.nat(90))
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 20 }), fc.array(window), async (wishes, windows) => {
      s.database.run('DELETE FROM closures')
      await practice.write((tx) => {
        tx.record({ kind: 'write' })
        for (const { from, length, yearly } of wishes) {
          const days = { fromDate: day(from), throughDate: day(from + length) }
          insertClosure(tx, { ...whole, id: newId(monday), ...days, yearly })
        }
      })
      const all = [...listClosures(practice.read)].flat()
      expect(all).toHaveLength(wishes.length)
      for (const [from, length] of windows) {
        const days = [day(from), day(from + length)] as const
        const expected = all.filter((one) => touchesDays(one, ...days))
        expect(listClosuresOn(practice.read, ...days)).toEqual(
          expected.sort((a, b) => (order(a) < order(b) ? -1 : 1)),
        )
      }
    }),
    { numRuns: 100 },
  )
  expect([...listClosures(s.foreign.practice.read)]).toEqual([])
})

test('the search for closures of future days does not read past closures', async () => {
  await using s = await openStore()
  const prepared = spyOn(Connection.prototype, 'prepared')
  const { closures, workingHours, timezone, chairHours } = findOpenRules(s.own.practice.read, day(0), day(6))
  const texts = prepared.mock.calls.map(([text]) => text).filter((text) => text.includes('from "closures"'))
  prepared.mockRestore()
  expect({ closures, timezone, ofChairs: chairHours.size }).toEqual({
    closures: [],
    timezone: 'UTC',
    ofChairs: 0,
  })
  expect(workingHours.mon).toHaveLength(1)
  const plans = texts.map((text) => {
    const plan = s.database.prepare<{ detail: string }, null[]>(`EXPLAIN QUERY PLAN ${text}`)
    return plan.all(...Array<null>(plan.paramsCount).fill(null)).map(({ detail }) => detail)
  })
  expect(plans).toHaveLength(1)
  expect(plans[0]!.filter((step) => step.startsWith('SEARCH'))).toEqual([
    'SEARCH closures USING INDEX sqlite_autoindex_closures_1 (practice_key=? AND id=?)',
    'SEARCH closures USING INDEX closures_yearly (practice_key=? AND yearly=? AND through_date>?)',
    'SEARCH closures USING INDEX closures_yearly (practice_key=? AND yearly=?)',
  ])
  expect(plans[0]).not.toContainEqual(expect.stringMatching(/^SCAN/))
})

test('the opening rules contain the working hours of chairs that have their own hours', async () => {
  await using s = await openStore()
  const { practice, chairId } = s.own
  const mornings = weekOf([{ start: '08:00', end: '12:00' }])
  await practice.write((tx) => {
    tx.record({ kind: 'write' })
    updateChair(tx, chairId, { workingHours: mornings })
  })
  expect([...findOpenRules(practice.read, day(0), day(0)).chairHours]).toEqual([[chairId, mornings]])
  expect([...findOpenRules(s.foreign.practice.read, day(0), day(0)).chairHours]).toEqual([])
})
