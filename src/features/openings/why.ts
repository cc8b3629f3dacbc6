import { overlaps } from '../../domain/entry.ts'
import { lookupId } from '../../domain/id.ts'
import { mostReasonsNamed } from '../../domain/limits.ts'
import {
  chairInactive,
  inTheWay,
  offGrid,
  otherChair,
  otherLength,
  past,
  practitionersBusy,
  type Reason,
  reasonsAgainst,
  skipped,
  tooClose,
} from '../../domain/open-reasons.ts'
import { type OpenRules, openDay, slotsInDay } from '../../domain/open-times.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { type Interval, localDate, localDay, localTime } from '../../domain/time.ts'
import { type Buffers, type Doer, keptFree, longestBuffer } from '../../domain/type-lanes.ts'
import { isSkipped, type WallTime } from '../../domain/wall-time.ts'
import { readQueryMoment } from '../../http/shape.ts'
import { busyKinds } from '../../store/calendar/busy-times.ts'
import { conflictsOf } from '../../store/calendar/entries.ts'
import { practitionerBusyTimes } from '../../store/calendar/practitioners.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { awayDuring } from '../../store/practice/absences.ts'
import { type ChairRow, findChair } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { endNotAfterStart } from '../calendar/entry-schema.ts'
import { buffersByType, lanesOf, TakenTimes } from '../calendar/free-times/lanes.ts'
import { wantedType } from '../calendar/free-times/wanted.ts'
import type { WhyQuery } from './schema.ts'

const minute = 60_000
const longest = 1440 * minute

/**
 * A time, and the reasons why it is not free. `time` is null when the clocks skip it. A time without a reason is free.
 */
interface Explained {
  readonly time: Interval | null
  readonly reasons: readonly Reason[]
}

/**
 * Why a time on a chair is not offered as a free time (RULES §21). `now` is epoch milliseconds.
 * @throws `not_found` when the practice does not exist. `validation_failed` when the chair is not the practice's, or
 * when the times do not run forward or are more than 24 hours apart.
 */
export function explainTime({ read }: ReadablePractice, query: WhyQuery, now: number): Explained {
  return read.snapshot(() => {
    const practice = found(findPractice(read))
    const chair = findChair(read, lookupId(query.chairId))
    if (chair === null) throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
    const { timezone } = practice
    const moments = [readQueryMoment(query.startAt), readQueryMoment(query.endAt)] as const
    if (moments.some((moment) => typeof moment !== 'number' && isSkipped(moment, timezone)))
      return { time: null, reasons: [skipped] }
    const [startAt, endAt] = moments.map((moment) => instantOf(moment, timezone)) as [number, number]
    const time = { startAt, endAt }
    if (endAt <= startAt) throw invalid([endNotAfterStart])
    if (endAt - startAt > longest)
      throw invalid([{ path: 'endAt', message: 'must be at most 24 hours after startAt' }])
    const rules = findOpenRules(read, localDate(startAt, timezone), localDate(endAt, timezone), practice)
    const step = settingsOf(practice).slotMinutes * minute
    const asked = {
      chair,
      time,
      rules,
      step,
      wanted:
        query.appointmentTypeId === undefined
          ? undefined
          : wantedType(read, lookupId(query.appointmentTypeId)),
    }
    const isClose = query.grid === 'close'
    const reasons = [
      ...(startAt < now ? [past] : []),
      ...(chair.active ? [] : [chairInactive]),
      ...reasonsAgainst(rules, chair.id, isClose ? null : step, time),
      ...entriesAgainst(read, chair.id, time),
      ...typeReasons(read, asked),
    ]
    const isOff = isClose && reasons.length === 0 && !touchesBooked(read, asked)
    return { time, reasons: isOff ? [offGrid] : reasons }
  })
}

interface Asked {
  readonly chair: ChairRow
  readonly time: Interval
  readonly rules: OpenRules
  readonly step: number
  readonly wanted: ReturnType<typeof wantedType> | undefined
}

/** The reasons why a kind of appointment cannot have a time. */
function typeReasons(scope: Scope, { chair, time, wanted }: Asked): Reason[] {
  if (wanted === undefined) return []
  const { type, doers } = wanted
  const asLong = doers.filter(({ duration }) => duration === time.endAt - time.startAt)
  const awayOf = awayDuring(scope, time)
  const isFree = ({ practitionerId }: Doer) =>
    practitionerId === null ||
    (practitionerBusyTimes(scope, practitionerId, time).length === 0 && awayOf(practitionerId).length === 0)
  const near = entriesTooClose(scope, chair.id, time, type)
  const isLonger = doers.length > 0 && asLong.length === 0
  return [
    ...(type.chairIds?.includes(chair.id) === false ? [otherChair] : []),
    ...(isLonger ? [otherLength] : []),
    ...(near.length > 0 ? [tooClose(near)] : []),
    ...(isLonger || asLong.some(isFree) ? [] : [practitionersBusy]),
  ]
}

/**
 * The entries that are too close to a time. A buffer of the entry touches the time, or a buffer of the type touches the
 * entry.
 */
function entriesTooClose(scope: Scope, chairId: string, time: Interval, type: Buffers) {
  const around = { startAt: time.startAt - longestBuffer, endAt: time.endAt + longestBuffer }
  const buffersOf = buffersByType(scope)
  return busyKinds(scope, chairId, around)
    .filter(
      (block) =>
        !overlaps(block, time) &&
        overlaps(keptFree(block, type, buffersOf.get(block.appointmentTypeId ?? '')), time),
    )
    .map(({ id, startAt, endAt }) => ({ id, startAt, endAt }))
}

/** Whether a time is among the free times of the grid `close`, which start or end next to booked entries. */
function touchesBooked(scope: Scope, { chair, time, rules, step, wanted }: Asked): boolean {
  const duration = time.endAt - time.startAt
  const doers = wanted?.doers ?? [{ practitionerId: null, duration }]
  const date = localDate(time.startAt, rules.timezone)
  const day = openDay(rules, chair.id, date)
  const taken = new TakenTimes(scope, localDay(date, rules.timezone), wanted?.type)
  return lanesOf([chair], doers).some(
    (lane) =>
      lane.duration === duration &&
      slotsInDay(day, { step, duration, blocks: taken.of(lane), grid: 'close' }).some(
        ({ startAt }) => startAt === time.startAt,
      ),
  )
}

const instantOf = (moment: number | WallTime, timeZone: string): number =>
  typeof moment === 'number' ? moment : localTime(moment.date, moment.time, timeZone)

function entriesAgainst(scope: Scope, chairId: string, time: Interval): Reason[] {
  const wish = { id: '', type: 'appointment', chairId, ...time } as const
  const { first, total } = conflictsOf(scope, wish, mostReasonsNamed)
  return total === 0 ? [] : [inTheWay(first, total)]
}
