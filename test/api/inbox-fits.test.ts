/**
 * Compares the free times that fit patients of the waiting list with a model. The model tries every five minutes of
 * the next seven days.
 */
import { expect, test } from 'bun:test'
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  integer,
  option,
  record,
  subarray,
  tuple,
} from 'fast-check'
import { type Weekday, weekdays } from '../../src/domain/working-hours.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertWaiting } from '../../src/store/calendar/waiting-list.ts'
import { entryRow, waitingRow } from '../store/records.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { drawUntil } from '../support/draw-until.ts'
import { newChair, newPatient } from '../support/records.ts'

const minute = 60_000
const step = 5 * minute
const day = 86_400_000

/** A practice is open from nine to five every day. The clocks change in each of these weeks except the first one. */
const weeks = [
  ['Europe/Berlin', '2026-03-10T06:00Z'],
  ['Europe/Berlin', '2026-03-26T10:05Z'],
  ['Australia/Sydney', '2026-04-03T03:30Z'],
  ['America/New_York', '2026-03-06T20:00Z'],
  ['Australia/Lord_Howe', '2026-04-03T01:00Z'],
] as const

/** A formatter that writes a moment as `YYYY-MM-DD HH:MM` in the time zone. */
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })

interface Moment {
  readonly at: number
  readonly date: string
  readonly time: string
  readonly weekday: Weekday
}
const known = new Map<string, Moment[]>()

/** Returns a moment for every five minutes of eight days, with its local date and time. */
function momentsFrom(now: number, timezone: string): Moment[] {
  const key = `${now} ${timezone}`
  if (known.has(key)) return known.get(key)!
  const clock = clockOf(timezone)
  const moments = Array.from({ length: (8 * day) / step }, (_, i) => {
    const at = now + i * step
    const [date, time] = clock.format(at).split(' ') as [string, string]
    return { at, date, time, weekday: weekdays[(new Date(`${date}T00:00Z`).getUTCDay() + 6) % 7]! }
  })
  known.set(key, moments)
  return moments
}

/** A moment later than all moments of the model. Nothing fits there. */
const never = { at: Number.MAX_SAFE_INTEGER, date: '', time: '' }

const wishes = record({
  durationMinutes: constantFrom(5, 30, 60, 240, 480, 485),
  chair: option(constantFrom(0, 1)),
  weekdays: option(subarray([...weekdays], { minLength: 1, maxLength: 3 })),
  startTime: option(constantFrom('08:00', '09:30', '13:00', '16:30')),
  endTime: option(constantFrom('17:00', '18:00', '24:00')),
  afterDays: option(integer({ min: -1, max: 8 })),
})

/**
 * The calendar of a chair, from the first moment on: free quarters of an hour, then taken quarters, and so on.
 * With 18 times and seven days, two chairs have at most 50 free times, so that the inbox looks at all of them.
 */
const calendar = array(record({ free: integer({ min: 0, max: 4 }), taken: integer({ min: 1, max: 24 }) }), {
  maxLength: 18,
})

const cases = record({
  week: constantFrom(...weeks),
  calendars: tuple(calendar, calendar),
  wishes: array(wishes, { minLength: 1, maxLength: 6 }),
})

test('§26 The inbox offers each patient on the waiting list the same first visit as a simple model of the calendar.', async () => {
  let offered = 0
  const property = asyncProperty(cases, async ({ week: [timezone, begin], calendars, wishes }) => {
    await using c = await clinic({ timezone })
    const now = Date.parse(begin)
    const { id: patientId } = await newPatient(c.owner.call)
    const chairs = [await newChair(c.owner.call), await newChair(c.owner.call)]
    const clock = clockOf(timezone)
    const dateAt = (instant: number) => clock.format(instant).slice(0, 10)
    const taken: { chair: number; startAt: number; endAt: number }[] = []
    for (const [chair, calendar] of calendars.entries()) {
      let at = now
      for (const one of calendar) {
        const startAt = at + one.free * 15 * minute
        at = startAt + one.taken * 15 * minute
        taken.push({ chair, startAt, endAt: at })
      }
    }
    const rows = wishes.map(({ chair, afterDays, ...wish }) => ({
      ...waitingRow({ userId: c.owner.userId, patientId }, wish),
      chairIds: chair === null ? null : [chairs[chair]!.id as string],
      fromDate: afterDays === null ? null : dateAt(now + afterDays * day),
    }))
    await c.practice.write((tx) => {
      for (const row of rows) insertWaiting(tx, row)
      for (const { chair, ...during } of taken)
        insertEntry(tx, entryRow({ userId: c.owner.userId, chairId: chairs[chair]!.id }, during))
      tx.record({ kind: 'write' })
    })
    c.clock.now = now

    const lastDate = Temporal.PlainDate.from(dateAt(now)).add({ days: 6 }).toString()
    const moments = momentsFrom(now, timezone)
    const firstOf = (row: (typeof rows)[number]) =>
      moments.find(({ at, date, time, weekday }, i) => {
        const { at: end, date: endDate, time: endTime } = moments[i + row.durationMinutes / 5] ?? never
        return (
          date <= lastDate &&
          time >= '09:00' &&
          endDate === date &&
          endTime <= '17:00' &&
          (row.weekdays?.includes(weekday) ?? true) &&
          (row.fromDate === null || row.fromDate <= date) &&
          (row.startTime === null || row.startTime <= time) &&
          (row.endTime === null || endTime <= row.endTime) &&
          chairs.some(
            ({ id }, chair) =>
              (row.chairIds?.includes(id) ?? true) &&
              taken.every((other) => other.chair !== chair || other.endAt <= at || other.startAt >= end),
          )
        )
      })?.at
    const expected = rows.flatMap((row) => {
      const at = firstOf(row)
      return at === undefined ? [] : [[row.id, new Date(at).toISOString()]]
    })
    const { items } = success(await c.owner.call('GET', '/api/v1/inbox'))
    const offers = items.map(({ recordId, startAt }: Record<string, string>) => [recordId, startAt])
    expect(Object.fromEntries(offers)).toEqual(Object.fromEntries(expected))
    offered += offers.length
    for (const { fit } of items) {
      const chair = chairs.findIndex(({ id }) => id === fit.chairId)
      const [start, end] = [Date.parse(fit.startAt), Date.parse(fit.endAt)]
      expect(taken.filter((one) => one.chair === chair && one.startAt < end && one.endAt > start)).toEqual([])
    }
  })
  await drawUntil(
    () => offered > 20,
    () => assert(property, { numRuns: 30 }),
  )
})
