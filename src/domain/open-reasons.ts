/** The reasons why a chair is not free at a time or on a day (RULES §21). */
import { mostReasonsNamed } from './limits.ts'
import { closuresTouching, hoursOf, type OpenRules, openDay, slotsInDay } from './open-times.ts'
import { type Interval, localDate } from './time.ts'
import { openTimesOn } from './working-hours.ts'

export const reasonCodes = [
  'past',
  'chair_inactive',
  'closed_hours',
  'off_grid',
  'skipped_time',
  'closure',
  'in_the_way',
  'too_close',
  'other_chair',
  'other_length',
  'practitioners_busy',
  'too_long',
  'full',
] as const

export interface Reason {
  readonly code: (typeof reasonCodes)[number]
  /** The id of the closure. Only with the code `closure`. */
  readonly closureId?: string
  readonly name?: string
  /**
   * The first entries that block the time, and the number of all of them. Only with the codes `in_the_way` and
   * `too_close`.
   */
  readonly entries?: readonly (Interval & { readonly id: string })[]
  readonly total?: number
}

export const past: Reason = { code: 'past' }
export const chairInactive: Reason = { code: 'chair_inactive' }
/** The time is not on the grid: free times start at other minutes. */
export const offGrid: Reason = { code: 'off_grid' }
/** The clocks skip this time. */
export const skipped: Reason = { code: 'skipped_time' }

/** The type of appointment takes place on other chairs. */
export const otherChair: Reason = { code: 'other_chair' }
/** No member needs this length for the type of appointment. */
export const otherLength: Reason = { code: 'other_length' }
/** Every member who does the type of appointment has another entry at this time or is away. */
export const practitionersBusy: Reason = { code: 'practitioners_busy' }
/** The time leaves no room for the buffers beside these entries. */
export const tooClose = (entries: NonNullable<Reason['entries']>): Reason => ({
  code: 'too_close',
  entries,
  total: entries.length,
})

/** Entries block the time. `entries` are the first of `total` entries. */
export const inTheWay = (entries: NonNullable<Reason['entries']>, total: number): Reason => ({
  code: 'in_the_way',
  entries,
  total,
})

/**
 * The reasons why the hours and the closures of a chair do not allow a time (epoch milliseconds). There is no reason
 * when the time would be offered if no entry blocked it.
 * @param step how far apart slots start, in milliseconds; null when slots may start at any time
 */
export function reasonsAgainst(
  rules: OpenRules,
  chairId: string,
  step: number | null,
  time: Interval,
): Reason[] {
  return [...gridReasons(rules, chairId, step, time), ...closureReasons(rules, chairId, [time])]
}

/** A time must be in one open time of the day on which it starts, and start on the grid of that open time. */
function gridReasons(rules: OpenRules, chairId: string, step: number | null, time: Interval): Reason[] {
  const { timezone } = rules
  const hours = openTimesOn(hoursOf(rules, chairId), localDate(time.startAt, timezone), timezone)
  const openTime = hours.find(({ startAt, endAt }) => startAt <= time.startAt && time.endAt <= endAt)
  if (openTime === undefined) return [{ code: 'closed_hours' }]
  return step === null || (time.startAt - openTime.startAt) % step === 0 ? [] : [offGrid]
}

/** One reason for each closure that overlaps at least one of the times. */
const closureReasons = (rules: OpenRules, chairId: string, times: readonly Interval[]): Reason[] =>
  [...new Set(times.flatMap((time) => closuresTouching(rules, chairId, time)))]
    .slice(0, mostReasonsNamed)
    .map(({ id, name }) => ({
      code: 'closure',
      closureId: id,
      name,
    }))

/**
 * The reasons why a chair has no slot of a duration on a local day. Only for a day without such a slot. `step` and
 * `duration` are milliseconds.
 */
export function reasonsOnDay(
  rules: OpenRules,
  chairId: string,
  date: string,
  { step, duration }: { readonly step: number; readonly duration: number },
): Reason[] {
  const day = openDay(rules, chairId, date)
  if (day.openTimes.length === 0) return [{ code: 'closed_hours' }]
  if (day.openTimes.every(({ startAt, endAt }) => endAt - startAt < duration)) return [{ code: 'too_long' }]
  const closures = closureReasons(rules, chairId, day.openTimes)
  if (slotsInDay(day, { step, duration, blocks: [] }).length === 0) return closures
  return [...closures, { code: 'full' }]
}
