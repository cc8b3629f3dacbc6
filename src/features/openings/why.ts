import { lookupId } from '../../domain/id.ts'
import { mostReasonsNamed } from '../../domain/limits.ts'
import {
  chairInactive,
  inTheWay,
  past,
  type Reason,
  reasonsAgainst,
  skipped,
} from '../../domain/open-reasons.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { type Interval, localDate, localTime } from '../../domain/time.ts'
import { isSkipped, type WallTime } from '../../domain/wall-time.ts'
import { readQueryMoment } from '../../http/shape.ts'
import { conflictsOf } from '../../store/calendar/entries.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findChair } from '../../store/practice/chairs.ts'
import { findOpenRules } from '../../store/practice/closures.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { endNotAfterStart } from '../calendar/entry-schema.ts'
import type { WhyQuery } from './schema.ts'

const minute = 60_000
const longest = 1440 * minute

/** A time that was looked at; null where the clocks skip it. It is free when there is no reason against it. */
export interface Explained {
  readonly time: Interval | null
  readonly reasons: readonly Reason[]
}

/**
 * Why a time on a chair is not offered as a free time (RULES §21). `now` is epoch milliseconds.
 * @throws `not_found` when the practice does not exist. `validation_failed` when the chair is not the practice's, or when
 * the times do not run forward or are more than 24 hours apart.
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
    return {
      time,
      reasons: [
        ...(startAt < now ? [past] : []),
        ...(chair.active ? [] : [chairInactive]),
        ...reasonsAgainst(rules, chair.id, step, time),
        ...entriesAgainst(read, chair.id, time),
      ],
    }
  })
}

const instantOf = (moment: number | WallTime, timeZone: string): number =>
  typeof moment === 'number' ? moment : localTime(moment.date, moment.time, timeZone)

function entriesAgainst(scope: Scope, chairId: string, time: Interval): Reason[] {
  const wish = { id: '', type: 'appointment', chairId, ...time } as const
  const { first, total } = conflictsOf(scope, wish, mostReasonsNamed)
  return total === 0 ? [] : [inTheWay(first, total)]
}
