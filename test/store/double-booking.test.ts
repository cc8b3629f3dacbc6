import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { entryTypeCodes } from '../../db/codes.ts'
import { storedId } from '../../db/stored-id.ts'
import type { EntryType } from '../../src/domain/entry.ts'
import { inSql } from '../support/in-sql.ts'
import { type Opened, openStore, type Records } from './records.ts'

type Bindings = Record<string, string | number | Uint8Array | null>

const columns =
  'practice_key, id, chair_id, type, start_at, end_at, metadata, created_by, created_at, updated_at'
const values = "$practice, $id, $chair, $type, $start, $end, '{}', $user, 0, 0"
const refusal = 'entries overlap on this chair'

/** A calendar that tests change by SQL, without the checks of the program. The numbers are hours. */
function calendar(s: Opened) {
  s.database.run('DELETE FROM entries')
  const run = (sql: string, bindings: Bindings) => s.database.query<unknown, Bindings>(sql).run(bindings)
  const row = (
    id: string,
    start: number,
    end: number,
    { chair, type = 'appointment' }: { chair?: string | null; type?: string } = {},
    { practice, userId, chairId }: Records = s.own,
  ) => ({
    practice: practice.read.practiceKey,
    user: storedId(userId),
    id,
    start,
    end,
    chair: chair === null ? null : storedId(chair ?? chairId),
    type: entryTypeCodes[type as EntryType] ?? 9,
  })
  return {
    row,
    insert: (...args: Parameters<typeof row>) =>
      run(`INSERT INTO entries (${columns}) VALUES (${values})`, row(...args)),
    insertOr: (policy: string, ...args: Parameters<typeof row>) =>
      run(`INSERT OR ${policy} INTO entries (${columns}) VALUES (${values})`, row(...args)),
    upsert: (...args: Parameters<typeof row>) =>
      run(
        `INSERT INTO entries (${columns}) VALUES (${values}) ON CONFLICT DO UPDATE SET end_at = excluded.end_at`,
        row(...args),
      ),
    set: (id: string, assignment: string, policy = '') =>
      s.database.run(`UPDATE ${policy} entries SET ${assignment} WHERE id = ?`, [id]),
    ids: () =>
      s.database
        .query<{ id: string }, []>('SELECT id FROM entries ORDER BY start_at, id')
        .all()
        .map(({ id }) => id),
  }
}

describe('§4.4 The database itself refuses an overlap, to every program that writes to the file.', () => {
  test('the database refuses an entry that overlaps a block in any way', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('stands', 10, 20)
    for (const [start, end] of [
      [10, 20],
      [5, 11],
      [19, 30],
      [12, 15],
      [5, 30],
      [10, 11],
      [19, 20],
      [5, 20],
      [10, 30],
    ] as const)
      expect(() => c.insert('new', start, end)).toThrow(refusal)
    for (const type of ['unavailable', 'appointment'])
      expect(() => c.insert('new', 15, 16, { type })).toThrow(refusal)
    expect(c.ids()).toEqual(['stands'])
  })

  test('the database refuses an overlap under any conflict policy of SQL', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('stands', 10, 20)
    for (const policy of ['REPLACE', 'IGNORE', 'FAIL', 'ABORT']) {
      expect(() => c.insertOr(policy, 'new', 15, 25)).toThrow(refusal)
      expect(() => c.insertOr(policy, 'new', 10, 20)).toThrow(refusal)
    }
    expect(() => c.upsert('new', 10, 25)).toThrow(refusal)
    expect(c.ids()).toEqual(['stands'])
  })

  test('the database refuses an upsert or a replacement of an entry that overlaps another entry', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('first', 10, 20)
    c.insert('second', 20, 30)
    expect(() => c.upsert('first', 10, 21)).toThrow(refusal)
    expect(() => c.insertOr('REPLACE', 'first', 15, 25)).toThrow(refusal)
    expect(c.ids()).toEqual(['first', 'second'])
  })

  test('the database refuses a change of time, chair, type or practice that makes an overlap', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('stands', 10, 20)
    c.insert('later', 20, 30)
    c.insert('elsewhere', 12, 18, { chair: s.own.otherChairId })
    c.insert('reminder', 12, 18, { type: 'reminder' })
    c.insert('unplaced', 12, 18, { chair: null })
    c.insert('foreign', 12, 18, {}, s.foreign)
    for (const policy of ['', 'OR REPLACE', 'OR IGNORE']) {
      expect(() => c.set('later', 'start_at = 19', policy)).toThrow(refusal)
      expect(() => c.set('later', 'start_at = 10, end_at = 20', policy)).toThrow(refusal)
      expect(() => c.set('stands', 'end_at = 21', policy)).toThrow(refusal)
      expect(() => c.set('stands', 'start_at = 5, end_at = 40', policy)).toThrow(refusal)
      expect(() => c.set('elsewhere', `chair_id = ${inSql(s.own.chairId)}`, policy)).toThrow(refusal)
      expect(() => c.set('unplaced', `chair_id = ${inSql(s.own.chairId)}`, policy)).toThrow(refusal)
      expect(() => c.set('reminder', `type = ${entryTypeCodes.unavailable}`, policy)).toThrow(refusal)
      const moved = `practice_key = ${s.own.practice.read.practiceKey}, chair_id = ${inSql(s.own.chairId)}, created_by = ${inSql(s.own.userId)}`
      expect(() => c.set('foreign', moved, policy)).toThrow(refusal)
    }
    expect(c.ids()).toHaveLength(6)
  })
})

describe('the database allows', () => {
  test('the database allows entries that touch, on other chairs, of other practices, without a chair, and reminders', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('stands', 10, 20)
    c.insert('before', 5, 10)
    c.insert('after', 20, 30)
    c.insert('elsewhere', 10, 20, { chair: s.own.otherChairId })
    c.insert('foreign', 10, 20, {}, s.foreign)
    c.insert('unplaced', 10, 20, { chair: null })
    c.insert('reminder', 10, 20, { type: 'reminder' })
    c.insert('another reminder', 10, 20, { type: 'reminder' })
    expect(c.ids()).toHaveLength(8)
  })

  test('the database allows a block at the time of a reminder, and changes without an overlap', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('reminder', 10, 20, { type: 'reminder' })
    c.insert('block', 12, 18)
    c.insert('later', 30, 40)
    c.set('block', 'start_at = 11, end_at = 19')
    c.set('block', 'end_at = 30')
    c.set('later', `start_at = 15, chair_id = ${inSql(s.own.otherChairId)}`)
    c.set('block', `type = ${entryTypeCodes.reminder}`)
    expect(c.ids()).toHaveLength(3)
  })
})

test('the database refuses an entry that does not end after its start, or has an unknown type', async () => {
  await using s = await openStore()
  const c = calendar(s)
  expect(() => c.insert('new', 10, 10)).toThrow('entries_order')
  expect(() => c.insert('new', 10, 9)).toThrow('entries_order')
  expect(() => c.insert('new', 10, 20, { type: 'holiday' })).toThrow('entries_type')
})

test('§4.4 Two entries that occupy the same chair never overlap, whatever is booked and moved.', async () => {
  await using s = await openStore()
  const chair = fc.constantFrom(s.own.chairId, s.own.otherChairId, null)
  const step = fc.record({
    slot: fc.nat(5),
    chair,
    type: fc.constantFrom('appointment', 'unavailable', 'reminder'),
    start: fc.nat(12),
    length: fc.integer({ min: 1, max: 5 }),
  })
  type Step = { slot: number; chair: string | null; type: string; start: number; length: number }
  const clash = (a: Step, b: Step) =>
    a.chair !== null &&
    a.chair === b.chair &&
    a.type !== 'reminder' &&
    b.type !== 'reminder' &&
    a.start < b.start + b.length &&
    b.start < a.start + a.length
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const c = calendar(s)
      const model = new Map<number, Step>()
      for (const one of steps) {
        const id = `e${one.slot}`
        const free = [...model].every(([slot, other]) => slot === one.slot || !clash(one, other))
        const write = () =>
          model.has(one.slot)
            ? c.set(
                id,
                `start_at = ${one.start}, end_at = ${one.start + one.length}, type = ${entryTypeCodes[one.type as EntryType]}, chair_id = ${one.chair === null ? 'NULL' : inSql(one.chair)}`,
              )
            : c.insert(id, one.start, one.start + one.length, { chair: one.chair, type: one.type })
        if (free) {
          write()
          model.set(one.slot, one)
        } else expect(write).toThrow(refusal)
      }
      expect(c.ids()).toHaveLength(model.size)
    }),
    { numRuns: 150 },
  )
})
