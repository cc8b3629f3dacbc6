/**
 * Compares the times that are offered for an appointment type with a slow computation in this test (RULES §21, §30,
 * §31). The slow computation uses no index and no sorting. It checks every rule for every start, chair and member.
 */
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newId } from '../../src/domain/id.ts'
import { weekdayOf, weekdays } from '../../src/domain/working-hours.ts'
import { openingCursors } from '../../src/features/calendar/free-times/cursor.ts'
import { nextDays, offersFrom, wantedOf } from '../../src/features/online-booking/offers.ts'
import { browseOpenings } from '../../src/features/openings/actions.ts'
import { explainTime } from '../../src/features/openings/why.ts'
import { insertMember, updateMember } from '../../src/store/access/members.ts'
import { conflictsOf, insertEntry } from '../../src/store/calendar/entries.ts'
import { insertOnlineBooking } from '../../src/store/calendar/online-bookings.ts'
import { insertAbsence } from '../../src/store/practice/absences.ts'
import { insertAppointmentType } from '../../src/store/practice/appointment-types.ts'
import { insertChair, updateChair } from '../../src/store/practice/chairs.ts'
import { insertClosure } from '../../src/store/practice/closures.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import { changesOf } from '../domain/clock-changes.ts'
import { monday } from '../support/clinic.ts'
import { drawUntil } from '../support/draw-until.ts'
import { online } from '../support/online-booking.ts'
import { appointmentTypeRow, entryRow, type Opened, onlineRow, openStore, times } from './records.ts'

const minute = 60_000
const quarter = 15 * minute
const [mostChairs, mostMembers, mostTypes, mostDays] = [3, 3, 3, 5]

const zones = Intl.supportedValuesOf('timeZone').flatMap((zone) => {
  const days = changesOf(zone, 2026).map((change) => change.toPlainDate().toString())
  return days.length > 0 ? [{ zone, days }] : []
})

const clock = (quarters: number) =>
  `${String(Math.floor(quarters / 4)).padStart(2, '0')}:${['00', '15', '30', '45'][quarters % 4]}`
const dateAfter = (date: string, days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
const half = <T>(values: fc.Arbitrary<T>) => fc.option(values, { freq: 2 })
const some = (most: number) => fc.uniqueArray(fc.nat(most - 1), { minLength: 1 })

/**
 * The opening hours of a day. Each pair is the first and the last quarter of an hour. The second pair may begin at the
 * end of the first.
 */
const hoursOfDay = fc.constantFrom(
  ...[
    [[0, 96]],
    [[5, 20]],
    [
      [3, 9],
      [9, 16],
    ],
    [
      [8, 10],
      [32, 50],
    ],
    [[70, 96]],
    [],
  ],
)
type Hours = readonly (readonly number[])[]

const someType = fc.record({
  durationMinutes: fc.constantFrom(15, 20, 45, 180),
  before: fc.constantFrom(0, 0, 5, 30, 240),
  after: fc.constantFrom(0, 0, 10, 45, 240),
  chairs: half(some(mostChairs)),
  practitioners: half(
    fc.uniqueArray(
      fc.record({ member: fc.nat(mostMembers - 1), minutes: half(fc.constantFrom(15, 30, 60)) }),
      { minLength: 1, selector: ({ member }) => member },
    ),
  ),
  leastNotice: fc.constantFrom(0, 7, 600),
  horizon: fc.integer({ min: 1, max: mostDays }),
  mostPerDay: fc.constantFrom(null, null, 1, 3),
})

const someCalendar = fc.record({
  hours: hoursOfDay,
  chairHours: fc.array(half(hoursOfDay), { minLength: mostChairs, maxLength: mostChairs }),
  positions: fc.array(fc.nat(1), { minLength: mostChairs, maxLength: mostChairs }),
  /** The number of the chair and of the member that are away. There may be no chair or member with this number. */
  awayChair: fc.nat(3 * mostChairs),
  awayMember: fc.nat(2 * mostMembers),
  slotMinutes: fc.constantFrom(10, 15, 25, 60),
  types: fc.array(someType, { minLength: mostTypes, maxLength: mostTypes }),
  closures: fc.array(
    fc.record({
      from: fc.nat(mostDays),
      days: fc.nat(1),
      part: half(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 6 }))),
      chairs: half(some(mostChairs)),
    }),
    { maxLength: 3 },
  ),
  absences: fc.array(
    fc.record({
      member: fc.nat(mostMembers - 1),
      from: fc.nat(mostDays),
      days: fc.nat(1),
      part: half(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 1, max: 6 }))),
      /**
       * Whether the absence is on two days of every week, without an end: this day of the week, and the day two days
       * later.
       */
      weekly: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  entries: fc.array(
    fc.record({
      chair: half(fc.nat(mostChairs - 1)),
      member: half(fc.nat(mostMembers - 1)),
      type: half(fc.nat(mostTypes - 1)),
      kind: fc.constantFrom('appointment', 'appointment', 'unavailable', 'reminder'),
      start: fc.nat(mostDays * 96),
      length: fc.oneof(
        { weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) },
        fc.integer({ min: 40, max: 150 }),
      ),
      shift: fc.constantFrom(0, 0, 7),
      online: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
  wanted: fc.nat(mostTypes - 2),
  now: fc.nat(3 * 96),
})
const calendars = fc.noBias(someCalendar)
type Calendar = typeof calendars extends fc.Arbitrary<infer C> ? C : never

interface Place {
  readonly zone: string
  /** The first day, two days before the clocks change. */
  readonly first: string
}

interface Standing {
  readonly startAt: number
  readonly endAt: number
  readonly kind: string
  readonly chairId: string | null
  readonly memberId: string | null
  readonly type: number | null
  readonly online: boolean
}

interface Written {
  readonly chairs: string[]
  readonly members: string[]
  readonly types: string[]
  readonly entries: Standing[]
}

/** Replaces the calendar in the database. The last appointment type is archived, and its entries keep their buffers. */
async function write(s: Opened, calendar: Calendar, { zone, first }: Place): Promise<Written> {
  const midnight = momentOf(first, 0, zone)
  for (const table of ['entries', 'online_bookings', 'closures', 'absences', 'appointment_types', 'chairs'])
    s.database.run(`DELETE FROM ${table}`)
  const ids = (number: number) => Array.from({ length: number }, () => newId(monday))
  const [chairs, types] = [ids(mostChairs), ids(mostTypes)]
  const members = [s.own.userId, ...ids(mostMembers - 1)]
  const entries: Standing[] = []
  const weekOf = (hours: Hours) =>
    Object.fromEntries(
      weekdays.map((day) => [day, hours.map(([start, end]) => ({ start: clock(start!), end: clock(end!) }))]),
    ) as never
  await s.own.practice.write((tx) => {
    tx.record({ kind: 'settings' })
    updatePractice(tx, {
      timezone: zone,
      workingHours: weekOf(calendar.hours),
      slotMinutes: calendar.slotMinutes,
    })
    const rest = { role: 'assistant', active: true, color: null, language: null, ...times } as const
    for (const id of members.slice(1)) insertMember(tx, { id, name: id, email: `${id}@example.org`, ...rest })
    for (const [i, id] of chairs.entries()) {
      const own = calendar.chairHours[i]
      const workingHours = own ? weekOf(own) : null
      const position = calendar.positions[i]!
      insertChair(tx, { id, name: `Room ${i}`, color: null, active: true, position, workingHours, ...times })
    }
    for (const [i, type] of calendar.types.entries())
      insertAppointmentType(
        tx,
        appointmentTypeRow(s.own as never, {
          id: types[i]!,
          name: `Type ${i}`,
          durationMinutes: type.durationMinutes,
          bufferBeforeMinutes: type.before,
          bufferAfterMinutes: type.after,
          chairIds: type.chairs?.map((chair) => chairs[chair]!) ?? null,
          practitioners:
            type.practitioners?.map(({ member, minutes }) => ({
              memberId: members[member]!,
              ...(minutes !== null && { durationMinutes: minutes }),
            })) ?? null,
          archived: i === mostTypes - 1,
          online: online('instant', {
            leastNoticeMinutes: type.leastNotice,
            horizonDays: type.horizon,
            mostPerDay: type.mostPerDay,
          }) as never,
        }),
      )
    for (const { from, days, part, chairs: closed } of calendar.closures) {
      const fromDate = dateAfter(first, from)
      insertClosure(tx, {
        id: newId(monday),
        name: 'Closed',
        yearly: false,
        fromDate,
        ...times,
        throughDate: dateAfter(fromDate, days),
        startTime: part && clock(part[0]),
        endTime: part && clock(part[0] + part[1]),
        chairIds: closed?.map((i) => chairs[i]!) ?? null,
      })
    }
    for (const { member, from, days, part, weekly } of calendar.absences) {
      const fromDate = dateAfter(first, from)
      insertAbsence(tx, {
        id: newId(monday),
        practitionerId: members[member]!,
        reason: null,
        fromDate,
        throughDate: weekly ? null : dateAfter(fromDate, days),
        weekdays: weekly ? [fromDate, dateAfter(fromDate, 2)].map(weekdayOf) : null,
        startTime: part && clock(part[0]),
        endTime: part && clock(part[0] + part[1]),
        ...times,
      })
    }
    for (const { chair, member, type, kind, start, length, shift, online } of calendar.entries) {
      const startAt = midnight + start * quarter + shift * minute
      const standing = {
        startAt,
        endAt: startAt + length * quarter,
        kind,
        type,
        online: online && type !== null,
        chairId: chair === null ? null : chairs[chair]!,
        memberId: member === null ? null : members[member]!,
      }
      const entry = entryRow(s.own, {
        id: newId(monday),
        type: kind as never,
        chairId: standing.chairId,
        startAt,
        endAt: standing.endAt,
        practitionerId: standing.memberId,
        appointmentTypeId: type === null ? null : types[type]!,
      })
      if (conflictsOf(tx, entry, 1).total > 0) continue
      insertEntry(tx, entry)
      entries.push(standing)
      if (standing.online)
        insertOnlineBooking(
          tx,
          onlineRow(s.own, {
            id: entry.id,
            secretHash: Buffer.from(entry.id),
            appointmentTypeId: types[type!]!,
            startAt,
            endAt: standing.endAt,
          }),
        )
    }
    if (calendar.awayChair < mostChairs) updateChair(tx, chairs[calendar.awayChair]!, { active: false })
    if (calendar.awayMember > 0 && calendar.awayMember < mostMembers)
      updateMember(tx, members[calendar.awayMember]!, { active: false })
  })
  return { chairs, members, types, entries }
}

/**
 * The first moment at which the clocks of a zone show a time of a day. When the clocks skip this time, the moment of
 * the skip.
 */
function momentOf(date: string, quarters: number, zone: string): number {
  const day = Temporal.PlainDate.from(date)
  const next = day.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  // The loop goes from minute to minute, until the clocks show the time or a later one.
  let at = day.toZonedDateTime(zone)
  if (quarters === 96) return next
  const wanted = quarters * 15
  const shown = () => at.hour * 60 + at.minute
  while (at.epochMilliseconds < next && shown() < wanted) at = at.add({ minutes: 5 })
  return Math.min(at.epochMilliseconds, next)
}

interface Slow {
  readonly startAt: number
  readonly endAt: number
  readonly chairId: string
  readonly position: number
  readonly memberId: string | null
}

/** Every free time of an appointment type on one day, on each chair and with each member. */
function slowly(calendar: Calendar, written: Written, { zone, first }: Place, date: string): Slow[] {
  const type = calendar.types[calendar.wanted]!
  const { chairs, members, entries } = written
  const anybody = [{ member: null, minutes: null }]
  const found: Slow[] = []
  for (const [chair, chairId] of chairs.entries()) {
    if (chair === calendar.awayChair || type.chairs?.includes(chair) === false) continue
    const closed = closedOn(calendar, chair, { zone, first })
    for (const { member, minutes } of type.practitioners ?? anybody) {
      if (member !== null && member !== 0 && member === calendar.awayMember) continue
      const memberId = member === null ? null : members[member]!
      const away = member === null ? [] : awayOn(calendar, member, { zone, first })
      const length = (minutes ?? type.durationMinutes) * minute
      for (const [opens, closes] of openOn(calendar, chair, zone, date))
        for (let startAt = opens; startAt + length <= closes; startAt += calendar.slotMinutes * minute) {
          const time = { startAt, endAt: startAt + length }
          if ([...closed, ...away].some((one) => meets(one, time))) continue
          if (entries.some((entry) => isInTheWay(calendar, entry, { ...time, chairId, memberId }))) continue
          found.push({ ...time, chairId, position: calendar.positions[chair]!, memberId })
        }
    }
  }
  return found.sort(
    (a, b) =>
      a.startAt - b.startAt ||
      a.position - b.position ||
      byText(a.chairId, b.chairId) ||
      byText(a.memberId ?? '', b.memberId ?? ''),
  )
}

const byText = (a: string, b: string) => (a === b ? 0 : a < b ? -1 : 1)

interface Time {
  readonly startAt: number
  readonly endAt: number
}

const meets = (a: Time, b: Time) => a.startAt < b.endAt && b.startAt < a.endAt && a.startAt < a.endAt

/** The times at which a chair is closed, on all days. */
const closedOn = ({ closures }: Calendar, chair: number, { zone, first }: Place): Time[] =>
  closures
    .filter(({ chairs }) => chairs === null || chairs.includes(chair))
    .flatMap(({ from, days, part }) =>
      Array.from({ length: days + 1 }, (_, i) => partOf(dateAfter(first, from + i), part, zone)),
    )

/** The times at which a member is away, on all days. */
const awayOn = ({ absences }: Calendar, who: number, { zone, first }: Place): Time[] =>
  absences
    .filter(({ member }) => member === who)
    .flatMap(({ from, days, part, weekly }) => {
      const dates = weekly ? [0, 2] : Array.from({ length: days + 1 }, (_, i) => i)
      return dates.map((i) => partOf(dateAfter(first, from + i), part, zone))
    })

/** A day, or some quarters of an hour of this day. The time is empty when the clocks skip all of it. */
function partOf(date: string, part: readonly [number, number] | null, zone: string): Time {
  const [start, end] = part === null ? [0, 96] : [part[0], part[0] + part[1]]
  return { startAt: momentOf(date, start, zone), endAt: momentOf(date, end, zone) }
}

/** The opening hours of a chair on a day. Hours that follow each other without a gap are joined. */
function openOn({ hours, chairHours }: Calendar, chair: number, zone: string, date: string) {
  const open: [number, number][] = []
  for (const [start, end] of chairHours[chair] ?? hours) {
    const [opens, closes] = [momentOf(date, start!, zone), momentOf(date, end!, zone)]
    if (closes <= opens) continue
    if (open.at(-1)?.[1] === opens) open.at(-1)![1] = closes
    else open.push([opens, closes])
  }
  return open
}

/** Whether an entry occupies the chair or the member at this time, or is nearer than a buffer allows. */
function isInTheWay(
  { types, wanted }: Calendar,
  entry: Standing,
  { chairId, memberId, ...time }: Time & { readonly chairId: string; readonly memberId: string | null },
): boolean {
  if (entry.kind === 'reminder') return false
  if (memberId !== null && entry.memberId === memberId && meets(entry, time)) return true
  if (entry.chairId !== chairId) return false
  const [mine, its] = [types[wanted]!, entry.type === null ? { before: 0, after: 0 } : types[entry.type]!]
  const isEarlyEnough = time.endAt + Math.max(mine.after, its.before) * minute <= entry.startAt
  const isLateEnough = time.startAt >= entry.endAt + Math.max(mine.before, its.after) * minute
  return !isEarlyEnough && !isLateEnough
}

/** The times that visitors may choose on one day, by the slow computation. */
function offeredSlowly(calendar: Calendar, written: Written, place: Place, date: string, now: number) {
  const type = calendar.types[calendar.wanted]!
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(place.zone).toPlainDate()
  const last = today.add({ days: type.horizon }).toString()
  if (date < today.toString() || date > last) return []
  const [from, to] = [momentOf(date, 0, place.zone), momentOf(date, 96, place.zone)]
  const booked = written.entries.filter(
    (entry) => entry.online && entry.type === calendar.wanted && entry.startAt >= from && entry.startAt < to,
  )
  if (type.mostPerDay !== null && booked.length >= type.mostPerDay) return []
  const seen = new Set<string>()
  return slowly(calendar, written, place, date)
    .filter(({ startAt }) => startAt >= now + type.leastNotice * minute)
    .map(({ startAt, endAt, chairId, memberId }) => ({
      key: `${startAt} ${memberId}`,
      startAt,
      endAt,
      chairId,
      memberId,
    }))
    .filter(({ key }) => !seen.has(key) && seen.add(key))
    .map(textOf)
}

const textOf = ({ startAt, endAt, chairId, memberId }: Time & { chairId: string; memberId: string | null }) =>
  `${new Date(startAt).toISOString()} ${new Date(endAt).toISOString()} ${chairId} ${memberId}`
const ofOpening = ({
  lane,
  ...time
}: Time & { lane: { chair: { id: string }; practitionerId: string | null } }) =>
  textOf({ ...time, chairId: lane.chair.id, memberId: lane.practitionerId })

const drawn = fc.tuple(calendars, fc.constantFrom(...zones), fc.nat(3))
const placed = ([calendar, { zone, days }, n]: [Calendar, (typeof zones)[number], number]) => {
  const place = { zone, first: dateAfter(days[n % days.length]!, -2) }
  const now = momentOf(place.first, 0, zone) + calendar.now * quarter
  return {
    calendar,
    place,
    now,
    days: Array.from({ length: mostDays + 1 }, (_, i) => dateAfter(place.first, i)),
  }
}

test('§31 Visitors see exactly the times that every rule allows, for every appointment type, also when the clocks change.', async () => {
  await using s = await openStore()
  let found = 0
  const round = () =>
    fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const { calendar, place, now, days } = placed(given)
        const written = await write(s, calendar, place)
        const read = s.own.practice.read
        const appointmentTypeId = written.types[calendar.wanted]!
        const wanted = wantedOf(read, { appointmentTypeId, known: true }, now)
        const expected = days.map((date) => offeredSlowly(calendar, written, place, date, now))
        const { on } = offersFrom(read, wanted, now)
        expect(days.map((date) => on(date).map(ofOpening))).toEqual(expected)
        found += expected.flat().length
        // The days are read one after the other, as a visitor sees them.
        const shown = new Map<string, string[]>()
        for (let from: string | null = days[0]!; from !== null; ) {
          const { days: some, next } = nextDays(read, wanted, { from }, now)
          for (const { date, offers } of some) shown.set(date, offers.map(ofOpening))
          from = next
        }
        for (const [i, date] of days.entries()) expect(shown.get(date) ?? []).toEqual(expected[i]!)
      }),
      { numRuns: 30 },
    )
  await drawUntil(() => found > 1_000, round)
})

test('§21 For an appointment type, `GET /openings` and `GET /openings/why` follow every rule, also when the clocks change.', async () => {
  await using s = await openStore()
  let [found, free] = [0, 0]
  const round = () =>
    fc.assert(
      fc.asyncProperty(drawn, async (given) => {
        const { calendar, place, now, days } = placed(given)
        const written = await write(s, calendar, place)
        const appointmentTypeId = written.types[calendar.wanted]!
        const expected = days
          .flatMap((date) => slowly(calendar, written, place, date))
          .filter(({ startAt }) => startAt >= now)
        const query = { appointmentTypeId, from: days[0]!, to: dateAfter(days.at(-1)!, 1), limit: '100' }
        const all: string[] = []
        for (let cursor: string | undefined; ; ) {
          const page = browseOpenings(s.own.practice, { ...query, ...(cursor && { cursor }) }, now)
          all.push(...page.openings.map(ofOpening))
          if (page.next === null) break
          cursor = openingCursors.textOf(page.next)
        }
        expect(all).toEqual(expected.map(textOf))
        found += expected.length
        const offered = new Set(
          expected.map(({ startAt, endAt, chairId }) => `${startAt} ${endAt} ${chairId}`),
        )
        // The starts are at any fifth minute, and not only on the grid.
        const { durationMinutes } = calendar.types[calendar.wanted]!
        for (let i = 0; i < 40; i++) {
          const startAt = now + i * 35 * minute
          const endAt = startAt + durationMinutes * minute
          const chairId = written.chairs[i % mostChairs]!
          const asked = { appointmentTypeId, chairId, startAt: iso(startAt), endAt: iso(endAt) }
          const { reasons } = explainTime(s.own.practice, asked, now)
          const isFree = offered.has(`${startAt} ${endAt} ${chairId}`)
          if (startAt < momentOf(days.at(-1)!, 0, place.zone))
            expect({ asked, isFree: reasons.length === 0, reasons }).toEqual({ asked, isFree, reasons })
          if (isFree) free++
        }
      }),
      { numRuns: 30 },
    )
  await drawUntil(() => found > 1_000 && free > 20, round)
})

const iso = (at: number) => new Date(at).toISOString()
