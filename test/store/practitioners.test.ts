/** Tests of which members treat and when they are busy, in the database and in the store (RULES §27). */
import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import fc from 'fast-check'
import { entryTypeCodes } from '../../db/codes.ts'
import { storedId } from '../../db/stored-id.ts'
import { type EntryType, entryTypes, overlaps } from '../../src/domain/entry.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { overlapsAhead, practitionerConflicts } from '../../src/store/calendar/practitioners.ts'
import { inSql } from '../support/in-sql.ts'
import { hour, type Opened, openStore, type Records, times } from './records.ts'

const busy = 'the practitioner is busy at that time'
const day = 24 * hour
type Bindings = Record<string, string | number | Uint8Array | null>

interface Row {
  readonly type?: EntryType
  /** Null for an entry without a member. When left out, the owner of the practice. */
  readonly member?: string | null
  readonly chair?: string
}

/** A calendar that tests change by SQL, without the checks of the program. */
function calendar({ database, own }: Opened) {
  database.run('DELETE FROM entries')
  const columns =
    'practice_key, id, chair_id, practitioner_id, type, start_at, end_at, metadata, created_by, created_at, updated_at'
  const values = "$practice, $id, $chair, $member, $type, $start, $end, '{}', $user, 0, 0"
  const insert = (id: string, start: number, end: number, row: Row = {}, of: Records = own, or = '') =>
    database.query<unknown, Bindings>(`INSERT ${or} INTO entries (${columns}) VALUES (${values})`).run({
      practice: of.practice.read.practiceKey,
      id,
      start,
      end,
      chair: row.chair === undefined ? null : storedId(row.chair),
      member: row.member === null ? null : storedId(row.member ?? of.userId),
      type: entryTypeCodes[row.type ?? 'appointment'],
      user: storedId(of.userId),
    })
  return {
    insert,
    set: (id: string, assignment: string, or = '') =>
      database.run(`UPDATE ${or} entries SET ${assignment} WHERE id = ?`, [id]),
    count: () => database.query<{ n: number }, []>('SELECT count(*) AS n FROM entries').get()!.n,
  }
}

const setOnce = ({ database }: Opened, { practice }: Records, once: 0 | 1 | null) =>
  database.run('UPDATE practices SET practitioners_once = ? WHERE key = ?', [once, practice.read.practiceKey])

/** Adds a member. Returns their id. */
async function newMember({ own }: Opened): Promise<string> {
  const id = '0198a1b2-0000-7000-8000-00000000beef'
  const more = { role: 'assistant' as const, active: true, color: null, language: null, ...times }
  await own.practice.write((tx) => {
    insertMember(tx, { id, name: 'Another', email: 'another@example.org', ...more })
    tx.record({ kind: 'access' })
  })
  return id
}

describe('the database itself refuses', () => {
  test('the database refuses a practitioner who is not a member of the practice', async () => {
    await using s = await openStore()
    const c = calendar(s)
    const refusal = 'the practitioner is not a member of the practice'
    for (const member of [s.foreign.userId, s.own.patientId, 'x'])
      expect(() => c.insert('new', 10, 20, { member })).toThrow(refusal)
    c.insert('stands', 10, 20)
    expect(() => c.set('stands', `practitioner_id = ${inSql(s.foreign.userId)}`)).toThrow(refusal)
    expect(() =>
      c.set('stands', `practice_key = ${s.foreign.practice.read.practiceKey}, chair_id = NULL`),
    ).toThrow(refusal)
    const member = await newMember(s)
    c.set('stands', `practitioner_id = ${inSql(member)}`)
    for (const change of ['DELETE FROM users', "UPDATE users SET id = 'x'"])
      expect(() => s.database.run(`${change} WHERE id = ${inSql(member)}`)).toThrow('the member treats')
    c.set('stands', 'practitioner_id = NULL')
    s.database.run(`DELETE FROM users WHERE id = ${inSql(member)}`)
  })

  test('the database refuses to replace a member who has entries as practitioner', async () => {
    await using s = await openStore()
    const c = calendar(s)
    const member = await newMember(s)
    c.insert('stands', 10, 20, { member })
    const users = () => s.database.query('SELECT * FROM users').all()
    const before = users()
    const copyOf = (id: string, email: string) =>
      `INSERT OR REPLACE INTO users SELECT practice_key, ${id}, name, ${email}, role, active, created_at, updated_at,
        enrolled_at, version, color, language FROM users WHERE id = ${inSql(member)}`
    // Another row takes the e-mail address. Then SQLite would delete the member without a trigger for the deletion.
    for (const replacing of [
      copyOf("x'ab'", 'email'),
      copyOf("x'ab'", 'upper(email)'),
      copyOf(inSql(s.own.userId), 'email'),
      `UPDATE OR REPLACE users SET email = 'ANOTHER@example.org' WHERE id = ${inSql(s.own.userId)}`,
    ])
      expect(() => s.database.run(replacing)).toThrow('the member treats')
    expect(users()).toEqual(before)
    // The same member may be written again, and a member of another practice may have the address.
    s.database.run(copyOf(inSql(member), "'new@example.org'"))
    s.database.run(
      `UPDATE OR REPLACE users SET email = 'new@example.org' WHERE id = ${inSql(s.foreign.userId)}`,
    )
    c.set('stands', 'practitioner_id = NULL')
    s.database.run(copyOf("x'ab'", 'email'))
    expect(users()).toHaveLength(before.length)
  })

  test('§27 With `practitionersOnce`, the database refuses a second appointment or block of a member at the same time.', async () => {
    await using s = await openStore()
    const c = calendar(s)
    setOnce(s, s.own, 1)
    c.insert('stands', 10, 20, { chair: s.own.chairId })
    for (const [start, end] of [
      [10, 20],
      [5, 11],
      [19, 30],
      [12, 15],
      [5, 30],
    ] as const)
      for (const or of ['', 'OR REPLACE', 'OR IGNORE', 'OR FAIL'])
        for (const row of [{}, { chair: s.own.otherChairId }, { type: 'unavailable' as const }])
          expect(() => c.insert('new', start, end, row, s.own, or)).toThrow(busy)
    expect(c.count()).toBe(1)
  })

  test('the database refuses a change of time, type or practitioner that makes a member busy twice', async () => {
    await using s = await openStore()
    const c = calendar(s)
    const member = await newMember(s)
    setOnce(s, s.own, 1)
    c.insert('stands', 10, 20)
    c.insert('later', 20, 30)
    c.insert('note', 12, 18, { type: 'reminder' })
    c.insert('others', 12, 18, { member })
    c.insert('nobody', 12, 18, { member: null })
    for (const or of ['', 'OR REPLACE', 'OR IGNORE']) {
      expect(() => c.set('later', 'start_at = 19', or)).toThrow(busy)
      expect(() => c.set('stands', 'end_at = 21', or)).toThrow(busy)
      expect(() => c.set('note', `type = ${entryTypeCodes.unavailable}`, or)).toThrow(busy)
      for (const id of ['others', 'nobody'])
        expect(() => c.set(id, `practitioner_id = ${inSql(s.own.userId)}`, or)).toThrow(busy)
    }
    c.set('later', 'start_at = 25')
    expect(c.count()).toBe(5)
  })

  test('the database refuses a block that overlaps any part of a block that lasts for days', async () => {
    await using s = await openStore()
    const c = calendar(s)
    setOnce(s, s.own, 1)
    for (const length of [day - 1, day, day + 1, 30 * day]) {
      c.insert('long', 0, length)
      for (const start of [-1, 0, length / 2, length - 1])
        expect(() => c.insert('new', Math.floor(start), Math.floor(start) + 2)).toThrow(busy)
      expect(() => c.insert('new', -1, length + 1)).toThrow(busy)
      c.insert('after', length, length + 40 * day)
      c.insert('before', -40 * day, 0)
      s.database.run('DELETE FROM entries')
    }
  })
})

describe('the database allows', () => {
  test('the database allows overlaps of a member when the practice has not set `practitionersOnce`', async () => {
    await using s = await openStore()
    const c = calendar(s)
    setOnce(s, s.foreign, 1)
    for (const [i, once] of [null, 0].entries()) {
      setOnce(s, s.own, once as 0 | null)
      c.insert(`a${i}`, 10, 20)
    }
    expect(c.count()).toBe(2)
  })

  test('the database allows blocks that touch, blocks of other members or without a member, and reminders', async () => {
    await using s = await openStore()
    const c = calendar(s)
    const member = await newMember(s)
    for (const of of [s.own, s.foreign]) setOnce(s, of, 1)
    c.insert('stands', 10, 20)
    c.insert('before', 5, 10)
    c.insert('after', 20, 30)
    c.insert('others', 10, 20, { member })
    for (const id of ['nobody', 'nobody else']) c.insert(id, 10, 20, { member: null })
    for (const id of ['note', 'another note']) c.insert(id, 10, 20, { type: 'reminder' })
    c.insert('foreign', 10, 20, {}, s.foreign)
    expect(c.count()).toBe(9)
  })

  test('the database allows changes without a new time to blocks that overlapped before', async () => {
    await using s = await openStore()
    const c = calendar(s)
    c.insert('one', 10, 20)
    c.insert('two', 15, 25)
    setOnce(s, s.own, 1)
    c.set('one', "title = 'Check-up', chair_id = NULL")
    expect(() => c.set('one', 'start_at = 11')).toThrow(busy)
    // Entries that are swapped do the same. First both have no practitioner, and then each gets its new time and
    // practitioner.
    for (const id of ['one', 'two']) c.set(id, 'practitioner_id = NULL')
    c.set('one', `start_at = 25, end_at = 30, practitioner_id = ${inSql(s.own.userId)}`)
    c.set('two', `practitioner_id = ${inSql(s.own.userId)}`)
  })
})

interface Placed {
  readonly id: string
  readonly type: EntryType
  readonly practitionerId: string | null
  readonly startAt: number
  readonly endAt: number
}

const sharesTime = (a: Placed, b: Placed) =>
  a.id !== b.id &&
  a.practitionerId !== null &&
  a.practitionerId === b.practitionerId &&
  a.type !== 'reminder' &&
  b.type !== 'reminder' &&
  overlaps(a, b)

test('triggers, conflicts and future overlaps of members agree with a check of every entry, also for long entries', async () => {
  await using s = await openStore()
  const members = [s.own.userId, await newMember(s), null]
  const { read } = s.own.practice
  const step = fc.record({
    slot: fc.nat(7),
    type: fc.constantFrom(...entryTypes),
    practitionerId: fc.constantFrom(...members),
    // The unit is four hours, so that some entries last longer than a day.
    start: fc.nat(30),
    length: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 20 })),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 14 }), fc.boolean(), (steps, once) => {
      const c = calendar(s)
      setOnce(s, s.own, once ? 1 : 0)
      const model = new Map<string, Placed>()
      for (const { slot, type, practitionerId, start, length } of steps) {
        const [startAt, endAt] = [start * 4 * hour, (start + length) * 4 * hour]
        const next: Placed = { id: `e${slot}`, type, practitionerId, startAt, endAt }
        const inTheWay = [...model.values()]
          .filter((other) => sharesTime(next, other))
          .sort((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1))
        const found = practitionerConflicts(read, next, 100)
        expect(found.first.map(({ id }) => id)).toEqual(inTheWay.map(({ id }) => id))
        expect(practitionerConflicts(read, next, 1).total).toBe(inTheWay.length)
        const member = practitionerId === null ? 'NULL' : inSql(practitionerId)
        const write = () =>
          model.has(next.id)
            ? c.set(
                next.id,
                `start_at = ${startAt}, end_at = ${endAt}, type = ${entryTypeCodes[type]}, practitioner_id = ${member}`,
              )
            : c.insert(next.id, startAt, endAt, { type, member: practitionerId })
        if (once && inTheWay.length > 0) expect(write).toThrow(busy)
        else {
          write()
          model.set(next.id, next)
        }
      }
      for (const now of [-1, 40 * hour, 70 * hour, 200 * hour]) {
        const ahead = [...model.values()].filter(({ endAt }) => endAt > now)
        const late = ahead.filter((one) =>
          ahead.some(
            (other) =>
              sharesTime(one, other) &&
              (other.startAt < one.startAt || (other.startAt === one.startAt && other.id < one.id)),
          ),
        )
        const ids = overlapsAhead(read, now, 100).map(({ id }) => id)
        expect(ids.sort()).toEqual(late.map(({ id }) => id).sort())
        expect(overlapsAhead(read, now, 1)).toHaveLength(Math.min(1, late.length))
      }
    }),
    { numRuns: 200 },
  )
})

test('two processes never book one member on two chairs at the same time', async () => {
  await using s = await openStore()
  setOnce(s, s.own, 1)
  s.database.run('DELETE FROM entries')
  const { practiceId, userId, chairId, otherChairId } = s.own
  const writer = join(import.meta.dir, 'practitioner-writer.ts')
  const children = [chairId, otherChairId].map((chair) =>
    Bun.spawn([process.execPath, writer, s.path, practiceId, userId, chair], { stdout: 'pipe' }),
  )
  const told = await Promise.all(children.map((child) => new Response(child.stdout).text()))
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0])
  const booked = told.map((text) => JSON.parse(text).booked)
  const rows = s.database
    .query<{ start_at: number; end_at: number }, []>('SELECT start_at, end_at FROM entries ORDER BY start_at')
    .all()
  expect(booked[0] + booked[1]).toBe(rows.length)
  expect(rows.filter((row, i) => i > 0 && row.start_at < rows[i - 1]!.end_at)).toEqual([])
  expect(rows.length).toBeGreaterThan(20)
})
