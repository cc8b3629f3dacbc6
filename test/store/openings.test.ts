/**
 * Compares the search for free times with brute force, which checks every chair and every day separately (RULES §21).
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { localTime } from '../../src/domain/time.ts'
import { type WorkingHours, weekdays } from '../../src/domain/working-hours.ts'
import { browseFreeSlots } from '../../src/features/calendar/availability/actions.ts'
import { openingCursors } from '../../src/features/calendar/free-times/cursor.ts'
import { browseOpenings } from '../../src/features/openings/actions.ts'
import type { OpeningQuery } from '../../src/features/openings/schema.ts'
import { explainTime } from '../../src/features/openings/why.ts'
import { conflictsOf, insertEntry } from '../../src/store/calendar/entries.ts'
import { insertChair, updateChair } from '../../src/store/practice/chairs.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { changesOf } from '../domain/clock-changes.ts'
import { monday } from '../support/clinic.ts'
import { drawUntil } from '../support/draw-until.ts'
import { entryRow, type Opened, openStore, times } from './records.ts'

const minute = 60_000
const quarter = 15 * minute
const year = 2026
const numberOfChairs = 4

/** The changes of the clocks of a zone in this year, as text. */
const clocksOf = (zone: string) =>
  [Temporal.PlainDate.from(`${year}-01-01`).toZonedDateTime(zone), ...changesOf(zone, year)]
    .map((at) => `${at.epochMilliseconds} ${at.offset}`)
    .join()

/**
 * All time zones, with the days on which their clocks change. A zone without a change gets any day. Of zones with the
 * same clocks all year, only one is used.
 */
const zones = [...Map.groupBy(Intl.supportedValuesOf('timeZone'), clocksOf).values()].map(([zone]) => {
  const days = changesOf(zone!, year).map((change) => change.toPlainDate().toString())
  return { zone: zone!, days: days.length > 0 ? days : [`${year}-06-10`] }
})

const clock = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarters % 4]}`
const dateAfter = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()

/** The value in half of the cases, and null in the other half. */
const half = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 })

/** The opening hours of one day, in order and with gaps between them. */
const hoursOfDay = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 4 })
  .map((marks) => marks.sort((a, b) => a - b))
  .map((marks) =>
    Array.from({ length: marks.length >> 1 }, (_, i) => ({
      start: clock(marks[2 * i]!),
      end: clock(marks[2 * i + 1]!),
    })),
  )
const mostlyOpen = fc.oneof(
  fc.constant([{ start: '00:00', end: '24:00' }]),
  fc.constant([{ start: '01:15', end: '05:00' }]),
  hoursOfDay,
)
const week = fc.record(
  Object.fromEntries(weekdays.map((name) => [name, mostlyOpen])) as Record<
    keyof WorkingHours,
    typeof mostlyOpen
  >,
)

/** Days are counted from four days before the clocks change. Chairs are numbers. */
const someCalendars = fc.record({
  workingHours: week,
  chairHours: fc.array(half(week), { minLength: numberOfChairs, maxLength: numberOfChairs }),
  positions: fc.array(fc.nat(2), { minLength: numberOfChairs, maxLength: numberOfChairs }),
  active: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: numberOfChairs, maxLength: numberOfChairs }),
  slotMinutes: fc.constantFrom(10, 15, 25, 60),
  closures: fc.array(
    fc.record({
      from: fc.nat(9),
      days: fc.nat(2),
      times: half(fc.tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 40 }))),
      yearly: fc.boolean(),
      chairs: half(fc.uniqueArray(fc.nat(numberOfChairs - 1), { minLength: 1 })),
    }),
    { maxLength: 4 },
  ),
  entries: fc.array(
    fc.record({
      chair: fc.nat(numberOfChairs - 1),
      type: fc.constantFrom('appointment', 'appointment', 'unavailable', 'reminder'),
      start: fc.nat(9 * 96),
      length: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 40, max: 250 })),
      shift: fc.constantFrom(0, 0, 7),
    }),
    { maxLength: 40 },
  ),
})
/** The generator must not prefer small values, as it does in its first run, because each zone has only one run. */
const calendars = fc.noBias(someCalendars)
type Calendar = typeof calendars extends fc.Arbitrary<infer C> ? C : never

const someWishes = fc.record({
  durationMinutes: fc.constantFrom(5, 15, 30, 45, 180, 1440),
  from: fc.nat(6),
  days: fc.integer({ min: 1, max: 7 }),
  now: fc.nat(7 * 96),
  limit: fc.constantFrom(1, 2, 7, 100),
  weekdays: half(fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 })),
  between: half(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 36 }))),
  chairs: half(fc.uniqueArray(fc.nat(numberOfChairs - 1), { minLength: 1 })),
})
const wishes = fc.noBias(someWishes)
type Wish = typeof wishes extends fc.Arbitrary<infer W> ? W : never

const zoneAndDay = (zone: string, change: string) => {
  const first = dateAfter(change, -4)
  return { zone, first, midnight: localTime(first, '00:00', zone) }
}
type Place = ReturnType<typeof zoneAndDay>

/** Replaces the calendar in the database. Returns the ids of its chairs. */
async function write(s: Opened, calendar: Calendar, { zone, first, midnight }: Place): Promise<string[]> {
  for (const table of ['entries', 'closures', 'chairs']) s.database.run(`DELETE FROM ${table}`)
  const ids = calendar.positions.map(() => newId(monday))
  await s.own.practice.write((tx) => {
    tx.record({ kind: 'settings' })
    const { workingHours, slotMinutes } = calendar
    updatePractice(tx, { timezone: zone, workingHours, slotMinutes })
    for (const [i, id] of ids.entries()) {
      const own = { position: calendar.positions[i]!, workingHours: calendar.chairHours[i]! }
      insertChair(tx, { id, name: `Room ${i}`, color: null, active: true, ...own, ...times })
    }
    for (const { from, days, times: part, yearly, chairs } of calendar.closures) {
      const fromDate = dateAfter(first, from)
      insertClosure(tx, {
        id: newId(monday),
        name: 'Holidays',
        yearly,
        fromDate,
        ...times,
        throughDate: dateAfter(fromDate, days),
        startTime: part && clock(part[0]),
        endTime: part && clock(Math.min(96, part[0] + part[1])),
        chairIds: chairs?.map((i) => ids[i]!) ?? null,
      })
    }
    for (const { chair, type, start, length, shift } of calendar.entries) {
      const startAt = midnight + start * quarter + shift * minute
      const entry = {
        id: newId(monday),
        type,
        chairId: ids[chair]!,
        startAt,
        endAt: startAt + length * quarter,
      }
      if (conflictsOf(tx, entry, 1).total === 0) insertEntry(tx, entryRow(s.own, entry))
    }
    for (const [i, id] of ids.entries()) if (calendar.active[i] === 0) updateChair(tx, id, { active: false })
  })
  return ids
}

const timeRange = ([start, length]: [number, number]) =>
  [clock(start), clock(Math.min(96, start + length))] as const

/** The free times by brute force, as `start end chair`. */
function byTheBook(s: Opened, calendar: Calendar, ids: string[], wish: Wish, place: Place): string[] {
  const now = place.midnight + wish.now * quarter
  const free: { startAt: number; endAt: number; position: number; id: string }[] = []
  for (let i = 0; i < wish.days; i++) {
    const date = dateAfter(place.first, wish.from + i)
    const weekday = weekdays[Temporal.PlainDate.from(date).dayOfWeek - 1]!
    if (wish.weekdays && !wish.weekdays.includes(weekday)) continue
    for (const [chair, id] of ids.entries()) {
      if (wish.chairs && !wish.chairs.includes(chair)) continue
      const { durationMinutes } = wish
      const asked = { date, chairId: id, durationMinutes, explain: false }
      for (const { startAt, endAt } of browseFreeSlots(s.own.practice, asked).slots) {
        if (startAt < now) continue
        if (wish.between) {
          const [start, end] = timeRange(wish.between)
          if (startAt < localTime(date, start, place.zone) || endAt > localTime(date, end, place.zone))
            continue
        }
        free.push({ startAt, endAt, position: calendar.positions[chair]!, id })
      }
    }
  }
  free.sort((a, b) => a.startAt - b.startAt || a.position - b.position || (a.id < b.id ? -1 : 1))
  return free.map(({ startAt, endAt, id }) => `${startAt} ${endAt} ${id}`)
}

/** All times that the search finds, read page by page to the end. */
function walked(s: Opened, ids: string[], wish: Wish, place: Place): string[] {
  const query: OpeningQuery = {
    durationMinutes: String(wish.durationMinutes),
    from: dateAfter(place.first, wish.from),
    to: dateAfter(place.first, wish.from + wish.days),
    limit: String(wish.limit),
    ...(wish.weekdays && { weekdays: wish.weekdays.join() }),
    ...(wish.between && { between: timeRange(wish.between).join('-') }),
    ...(wish.chairs && { chairIds: wish.chairs.map((i) => ids[i]).join() }),
  }
  const now = place.midnight + wish.now * quarter
  const all: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { openings, next } = browseOpenings(s.own.practice, { ...query, ...(cursor && { cursor }) }, now)
    expect(openings.length).toBeLessThanOrEqual(wish.limit)
    if (next !== null) expect(openings).toHaveLength(wish.limit)
    all.push(...openings.map(({ startAt, endAt, lane }) => `${startAt} ${endAt} ${lane.chair.id}`))
    if (next === null) return all
    // The cursor must move forward. Otherwise this loop would never end.
    expect(openingCursors.textOf(next)).not.toBe(cursor!)
    cursor = openingCursors.textOf(next)
  }
}

test('§21 `GET /openings` finds all free times of every day and every chair, in every time zone.', async () => {
  await using s = await openStore()
  let found = 0
  const round = async () => {
    for (const { zone, days } of zones) {
      const change = fc.constantFrom(...days)
      await fc.assert(
        fc.asyncProperty(calendars, fc.tuple(wishes, wishes), change, async (...drawn) => {
          const [calendar, asked, day] = drawn
          const place = zoneAndDay(zone, day)
          const ids = await write(s, calendar, place)
          for (const wish of asked) {
            const expected = byTheBook(s, calendar, ids, wish, place)
            expect(walked(s, ids, wish, place)).toEqual(expected)
            found += expected.length
          }
        }),
        { numRuns: 1 },
      )
    }
  }
  await drawUntil(() => found > 10_000, round)
})

test('§21 `GET /openings/why` says that a time is free exactly when `GET /openings` offers the time.', async () => {
  await using s = await openStore()
  const times = fc.record({ start: fc.nat(7 * 96), shift: fc.constantFrom(0, 0, 0, 5) })
  let free = 0
  const round = () =>
    fc.assert(
      fc.asyncProperty(
        calendars,
        wishes,
        fc.array(times, { minLength: 40, maxLength: 40 }),
        fc.constantFrom(...zones),
        async (calendar, wish, asked, { zone, days }) => {
          const place = zoneAndDay(zone, days[0]!)
          const ids = await write(s, calendar, place)
          const anything = { weekdays: null, between: null, chairs: null }
          const everything: Wish = { ...wish, from: 0, days: 9, ...anything }
          const offered = new Set(byTheBook(s, calendar, ids, everything, place))
          const now = place.midnight + wish.now * quarter
          for (const [i, { start, shift }] of asked.entries()) {
            const startAt = place.midnight + start * quarter + shift * minute
            const endAt = startAt + wish.durationMinutes * minute
            const chairId = ids[i % ids.length]!
            const query = {
              chairId,
              startAt: new Date(startAt).toISOString(),
              endAt: new Date(endAt).toISOString(),
            }
            const { reasons } = explainTime(s.own.practice, query, now)
            const isOffered = offered.has(`${startAt} ${endAt} ${chairId}`)
            expect({ query, isFree: reasons.length === 0 }).toEqual({ query, isFree: isOffered })
            if (isOffered) free++
          }
        },
      ),
      { numRuns: 150 },
    )
  await drawUntil(() => free > 100, round)
})

test('a day without free slots always has a reason', async () => {
  await using s = await openStore()
  const codes = new Set<string>()
  await fc.assert(
    fc.asyncProperty(calendars, wishes, fc.constantFrom(...zones), async (calendar, wish, { zone, days }) => {
      const place = zoneAndDay(zone, days[0]!)
      const ids = await write(s, calendar, place)
      for (let i = 0; i < 9; i++)
        for (const chairId of ids) {
          const asked = { date: dateAfter(place.first, i), chairId, durationMinutes: wish.durationMinutes }
          const { slots, reasons } = browseFreeSlots(s.own.practice, { ...asked, explain: true })
          if (slots.length > 0) expect(reasons).toBeUndefined()
          else expect(reasons).not.toBeEmpty()
          for (const { code } of reasons ?? []) codes.add(code)
        }
    }),
    { numRuns: 60 },
  )
  expect([...codes].sort()).toEqual(['chair_inactive', 'closed_hours', 'closure', 'full', 'too_long'])
})
