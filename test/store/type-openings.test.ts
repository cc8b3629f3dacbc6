/**
 * Compares the free times of an appointment type, also those close to booked entries, with a check of every minute
 * (RULES §30).
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { nobody, openingCursors } from '../../src/features/calendar/free-times/cursor.ts'
import { browseOpenings } from '../../src/features/openings/actions.ts'
import { explainTime } from '../../src/features/openings/why.ts'
import { insertMember, updateMember } from '../../src/store/access/members.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertAppointmentType } from '../../src/store/practice/appointment-types.ts'
import { insertChair } from '../../src/store/practice/chairs.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { drawUntil } from '../support/draw-until.ts'
import { weekOf } from '../support/week.ts'
import { appointmentTypeRow, entryRow, type Opened, openStore, times } from './records.ts'

const minute = 60_000
const day = '2026-03-10'
const midnight = Date.parse(`${day}T00:00:00Z`)
const hours = [
  { start: '08:00', end: '12:00' },
  { start: '13:00', end: '16:00' },
]
const open = [
  [480, 720],
  [780, 960],
] as const
const slot = 20
const [chairs, members, kinds] = [2, 3, 2]

const kind = fc.record({
  length: fc.constantFrom(20, 30, 45),
  before: fc.constantFrom(0, 0, 10, 25),
  after: fc.constantFrom(0, 0, 5, 30),
})
const calendars = fc.noBias(
  fc.record({
    kinds: fc.array(kind, { minLength: kinds, maxLength: kinds }),
    wanted: fc.record({
      length: fc.constantFrom(20, 30, 45),
      before: fc.constantFrom(0, 10, 25),
      after: fc.constantFrom(0, 5, 30),
      chairs: fc.option(fc.uniqueArray(fc.nat(chairs - 1), { minLength: 1 }), { freq: 2 }),
      members: fc.option(
        fc.uniqueArray(
          fc.record({ member: fc.nat(members - 1), length: fc.option(fc.constantFrom(15, 50)) }),
          {
            minLength: 1,
            selector: ({ member }) => member,
          },
        ),
        { freq: 4 },
      ),
    }),
    gone: fc.option(fc.nat(members - 1)),
    closure: fc.option(fc.tuple(fc.integer({ min: 96, max: 190 }), fc.integer({ min: 1, max: 8 })), {
      freq: 1,
    }),
    entries: fc.array(
      fc.record({
        chair: fc.option(fc.nat(chairs - 1), { freq: 6 }),
        member: fc.option(fc.nat(members - 1), { freq: 3 }),
        kind: fc.option(fc.nat(kinds - 1), { freq: 3 }),
        type: fc.constantFrom('appointment', 'appointment', 'unavailable', 'reminder'),
        start: fc.integer({ min: 90, max: 195 }),
        length: fc.integer({ min: 2, max: 14 }),
      }),
      { maxLength: 8 },
    ),
    grid: fc.constantFrom('slots', 'close'),
  }),
)
type Calendar = typeof calendars extends fc.Arbitrary<infer C> ? C : never

interface Block {
  readonly chair: number | null
  readonly member: number | null
  readonly from: number
  readonly to: number
  readonly before: number
  readonly after: number
}

/** The entries in minutes of the day. An entry that would overlap another entry on its chair is left out. */
function blocksOf({ entries, kinds }: Calendar): (Block & { readonly entry: Calendar['entries'][number] })[] {
  const blocks: ReturnType<typeof blocksOf> = []
  for (const entry of entries) {
    const { chair, member, start, length, type } = entry
    const [from, to] = [start * 5, (start + length) * 5]
    if (type !== 'reminder' && chair !== null)
      if (
        blocks.some(
          (one) => one.entry.type !== 'reminder' && one.chair === chair && one.from < to && one.to > from,
        )
      )
        continue
    const { before, after } = entry.kind === null ? { before: 0, after: 0 } : kinds[entry.kind]!
    blocks.push({ chair, member, from, to, before, after, entry })
  }
  return blocks
}

async function write(s: Opened, calendar: Calendar) {
  for (const table of ['entries', 'closures', 'chairs', 'appointment_types'])
    s.database.run(`DELETE FROM ${table}`)
  s.database.run(`DELETE FROM users WHERE role = 1`)
  const [chairIds, memberIds, kindIds] = [chairs, members, kinds].map((n) =>
    Array.from({ length: n }, () => newId(midnight)),
  ) as [string[], string[], string[]]
  const typeId = newId(midnight)
  await s.own.practice.write((tx) => {
    tx.record({ kind: 'settings' })
    updatePractice(tx, { timezone: 'UTC', workingHours: weekOf(hours), slotMinutes: slot })
    for (const [i, id] of chairIds.entries())
      insertChair(tx, {
        id,
        name: `Room ${i}`,
        color: null,
        active: true,
        position: i,
        workingHours: null,
        ...times,
      })
    for (const id of memberIds)
      insertMember(tx, {
        id,
        name: id,
        email: `${id}@example.org`,
        role: 'assistant',
        active: true,
        color: null,
        language: null,
        ...times,
      })
    const of = { userId: s.own.userId, chairId: chairIds[0]! }
    for (const [i, { length, before, after }] of calendar.kinds.entries())
      insertAppointmentType(
        tx,
        appointmentTypeRow(of, {
          id: kindIds[i]!,
          name: `Kind ${i}`,
          durationMinutes: length,
          archived: i === 0,
          bufferBeforeMinutes: before,
          bufferAfterMinutes: after,
        }),
      )
    const { wanted } = calendar
    insertAppointmentType(
      tx,
      appointmentTypeRow(of, {
        id: typeId,
        name: 'Wanted',
        durationMinutes: wanted.length,
        bufferBeforeMinutes: wanted.before,
        bufferAfterMinutes: wanted.after,
        chairIds: wanted.chairs?.map((i) => chairIds[i]!) ?? null,
        practitioners:
          wanted.members?.map(({ member, length }) => ({
            memberId: memberIds[member]!,
            ...(length !== null && { durationMinutes: length }),
          })) ?? null,
      }),
    )
    if (calendar.closure !== null)
      insertClosure(tx, {
        id: newId(midnight),
        name: 'Closed',
        yearly: false,
        fromDate: day,
        throughDate: day,
        chairIds: null,
        startTime: clock(calendar.closure[0] * 5),
        endTime: clock((calendar.closure[0] + calendar.closure[1]) * 5),
        ...times,
      })
    for (const { chair, member, from, to, entry } of blocksOf(calendar))
      insertEntry(
        tx,
        entryRow(s.own, {
          id: newId(midnight),
          type: entry.type,
          chairId: chair === null ? null : chairIds[chair]!,
          practitionerId: member === null ? null : memberIds[member]!,
          appointmentTypeId: entry.kind === null ? null : kindIds[entry.kind]!,
          startAt: midnight + from * minute,
          endAt: midnight + to * minute,
        }),
      )
    if (calendar.gone !== null) updateMember(tx, memberIds[calendar.gone]!, { active: false })
  })
  return { chairIds, memberIds, typeId }
}

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The offered times by brute force, as `start end chair member`, in minutes of the day and numbers. */
function byTheBook(calendar: Calendar): string[] {
  const { wanted, gone, grid, closure } = calendar
  const blocks = blocksOf(calendar).filter(({ entry }) => entry.type !== 'reminder')
  const isOpen = (at: number) =>
    open.some(([from, to]) => from <= at && at < to) &&
    !(closure !== null && at >= closure[0] * 5 && at < (closure[0] + closure[1]) * 5)
  const doers =
    wanted.members
      ?.filter(({ member }) => member !== gone)
      .map(({ member, length }) => ({ member, length: length ?? wanted.length })) ??
    ([{ member: null, length: wanted.length }] as const)
  const offered: string[] = []
  for (let chair = 0; chair < chairs; chair++) {
    if (wanted.chairs?.includes(chair) === false) continue
    for (const { member, length } of doers) {
      const isTaken = (at: number) =>
        blocks.some((block) => {
          if (member !== null && block.member === member && block.from <= at && at < block.to) return true
          if (block.chair !== chair) return false
          const lead = Math.max(block.before, wanted.after)
          const trail = Math.max(block.after, wanted.before)
          return block.from - lead <= at && at < block.to + trail
        })
      const isFree = (at: number) => isOpen(at) && !isTaken(at)
      const fits = (from: number) => Array.from({ length }, (_, i) => from + i).every(isFree)
      /** Whether there is a booking in the open period around a minute. */
      const isBooked = (at: number) => {
        for (let i = at; isInStretch(i); i--) if (isTaken(i)) return true
        for (let i = at; isInStretch(i); i++) if (isTaken(i)) return true
        return false
      }
      /** A closed minute ends the open period. */
      const isInStretch = (at: number) => isOpen(at)
      for (const [begin, end] of open)
        for (let from = begin; from + length <= end; from++) {
          if (!fits(from)) continue
          const onGrid = (from - begin) % slot === 0
          const touches = !isFree(from - 1) || !isFree(from + length)
          const isOffered = grid === 'slots' || !isBooked(from) ? onGrid : touches
          if (isOffered) offered.push(`${from} ${from + length} ${chair} ${member}`)
        }
    }
  }
  return offered.sort()
}

const draws = { slots: 0, close: 0, members: 0 }

test('§30 Free times of a type are on its chairs, when a member is free, for the length that this member needs. They keep the buffers of both neighbours.', async () => {
  await using s = await openStore()
  const round = () =>
    fc.assert(
      fc.asyncProperty(calendars, async (calendar) => {
        const { chairIds, memberIds, typeId } = await write(s, calendar)
        const asked = { appointmentTypeId: typeId, grid: calendar.grid } as const
        const found: string[] = []
        for (let cursor: string | undefined; ; ) {
          const query = { ...asked, from: day, to: '2026-03-11', limit: '7', ...(cursor && { cursor }) }
          const { openings, next } = browseOpenings(s.own.practice, query, midnight)
          for (const { startAt, endAt, lane } of openings) {
            const [from, to] = [startAt, endAt].map((at) => (at - midnight) / minute)
            const member = lane.practitionerId === null ? null : memberIds.indexOf(lane.practitionerId)
            found.push(`${from} ${to} ${chairIds.indexOf(lane.chair.id)} ${member}`)
          }
          if (next === null) break
          expect(openingCursors.textOf(next)).not.toBe(cursor!)
          cursor = openingCursors.textOf(next)
        }
        const expected = byTheBook(calendar)
        expect([...found].sort()).toEqual(expected)
        draws[calendar.grid] += expected.length
        if (calendar.wanted.members !== null) draws.members += expected.length
        const free = new Set(expected.map((one) => one.split(' ').slice(0, 3).join(' ')))
        for (const [chair, chairId] of chairIds.entries())
          for (let from = 470; from < 970; from += 5)
            for (const length of [15, calendar.wanted.length]) {
              const [startAt, endAt] = [from, from + length].map((at) =>
                new Date(midnight + at * minute).toISOString(),
              ) as [string, string]
              const { reasons } = explainTime(s.own.practice, { ...asked, chairId, startAt, endAt }, midnight)
              const isFree = free.has(`${from} ${from + length} ${chair}`)
              expect({ from, length, chair, free: reasons.length === 0 }).toEqual({
                from,
                length,
                chair,
                free: isFree,
              })
            }
      }),
      { numRuns: 40 },
    )
  await drawUntil(() => Object.values(draws).every((n) => n > 200), round)
})

test('free times without a member are sorted before free times with a member', () => {
  expect(nobody < newId(0)).toBe(true)
})
