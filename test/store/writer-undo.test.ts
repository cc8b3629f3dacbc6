/** A write that fails at any step leaves no changes, and the other writes of its batch are kept. */
import type { Database } from 'bun:sqlite'
import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { openWriter } from './written.ts'

/**
 * The steps of a write, which change the numbered rows of a table. The rows are long, so that many pages must be
 * undone.
 */
const steps = {
  add: 'INSERT INTO written VALUES (?, zeroblob(9000)) ON CONFLICT DO NOTHING',
  grow: "UPDATE written SET filler = CAST(filler || zeroblob(5000) || 'x' AS BLOB) WHERE n >= ?",
  drop: 'DELETE FROM written WHERE n <= ?',
  look: 'SELECT filler FROM written WHERE n = ?',
} as const
type Step = readonly [keyof typeof steps, number]

function take(database: Database, todo: readonly Step[]): void {
  for (const [step, n] of todo) database.query(steps[step]).all(n)
}

const rows = (database: Database) =>
  database.query('SELECT n, length(filler) FROM written ORDER BY n').values()

/** The ways in which a write fails. An error of SQLite undoes its own statement, and the transaction stays open. */
const faults = {
  throws() {
    throw new Error('a mishap')
  },
  'takes a number twice': (database: Database) =>
    void database.run('INSERT INTO written VALUES (-1, null), (-2, null), (-1, null)'),
  'answers a promise': () => Promise.resolve() as unknown as undefined,
} as const

const step = fc.tuple(fc.constantFrom(...(Object.keys(steps) as Step[0][])), fc.nat(6))
const write = fc.record({
  todo: fc.array(step, { maxLength: 4 }),
  fault: fc.option(fc.constantFrom(...(Object.keys(faults) as (keyof typeof faults)[]))),
  /** The number of steps that a write takes before it fails. */
  before: fc.nat(4),
})
const batch = fc.array(write, { minLength: 1, maxLength: 5 })
type Batch = typeof batch extends fc.Arbitrary<infer B> ? B : never

test('exactly the failed writes of a batch are undone, at whatever step they fail', async () => {
  const changed: boolean[] = []
  using real = openWriter((transaction) => changed.push(transaction.changed))
  using model = openWriter()
  // This clock prevents that a slow machine ends a transaction early. At its pace, other requests run between the
  // writes.
  let clock = 0
  using _ = spyOn(performance, 'now').mockImplementation(() => {
    clock += 0.2
    return clock
  })
  const check = async (batches: readonly Batch[]) => {
    changed.length = 0
    for (const { database } of [real, model]) database.run('DELETE FROM written')
    for (const writes of batches) {
      const outcomes = await Promise.allSettled(
        writes.map(({ todo, fault, before }) =>
          real.writer.write(() => {
            take(real.database, fault === null ? todo : todo.slice(0, before))
            if (fault !== null) return faults[fault](real.database)
          }),
        ),
      )
      const kept = writes.filter(({ fault }) => fault === null)
      for (const { todo } of kept) take(model.database, todo)
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
        writes.map((one) => kept.includes(one)),
      )
      expect(rows(real.elsewhere)).toEqual(rows(model.database))
      if (kept.length === 0) expect(changed.at(-1)).toBe(false)
    }
    expect(changed).toHaveLength(batches.length)
  }
  await fc.assert(fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), check), { numRuns: 100 })
})

test('a single write needs no savepoint, and failing writes of a batch share one savepoint', async () => {
  using one = openWriter()
  const prepared = spyOn(one.connection, 'prepared')
  const ran = () => prepared.mock.calls.splice(0).flatMap(([text]) => (/^insert/i.test(text) ? [] : [text]))
  const fail = () => one.writer.write(() => faults.throws())

  await one.writer.write(() => one.insert(1))
  expect(ran()).toEqual(['begin immediate', 'commit'])
  await fail().catch(() => undefined)
  expect(ran()).toEqual(['begin immediate', 'rollback'])
  await Promise.allSettled([fail(), fail(), one.writer.write(() => one.insert(2)), fail()])
  expect(ran()).toEqual([
    'begin immediate',
    'savepoint one',
    'rollback to one',
    'rollback to one',
    'release one',
    'savepoint one',
    'rollback to one',
    'commit',
  ])
  expect(one.written()).toEqual([1, 2])
})
