import { chairInactive, type Reason, reasonsOnDay } from '../../../domain/open-reasons.ts'
import { slotsOn } from '../../../domain/open-times.ts'
import { found, invalid } from '../../../domain/problem.ts'
import { settingsOf } from '../../../domain/settings.ts'
import { type Interval, localDay } from '../../../domain/time.ts'
import { busyTimes } from '../../../store/calendar/busy-times.ts'
import { findChair } from '../../../store/practice/chairs.ts'
import { findOpenRules } from '../../../store/practice/closures.ts'
import { findPractice } from '../../../store/practice/practice.ts'
import type { Practice } from '../../../store/store.ts'

const minute = 60_000

interface DayWish {
  /** `YYYY-MM-DD` in the zone of the practice. */
  readonly date: string
  readonly chairId: string
  readonly durationMinutes: number
  /** Whether to return the reasons when there are no slots. */
  readonly explain: boolean
}

/**
 * The free slots of one local day on one chair (RULES §4.3, §20). A chair that is not active has no slots. `reasons`
 * are the reasons why there are no slots. It is undefined when there are slots, or when `explain` is false.
 * @throws `not_found` when the practice does not exist; `validation_failed` when the chair is not the practice's.
 */
export function browseFreeSlots(
  { read }: Practice,
  { date, chairId, durationMinutes, explain }: DayWish,
): { slots: Interval[]; reasons: Reason[] | undefined } {
  const practice = found(findPractice(read))
  const chair = findChair(read, chairId)
  if (chair === null) throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
  if (!chair.active) return { slots: [], reasons: explain ? [chairInactive] : undefined }
  const rules = findOpenRules(read, date, date, practice)
  const wish = { step: settingsOf(practice).slotMinutes * minute, duration: durationMinutes * minute }
  const blocks = busyTimes(read, chairId, localDay(date, practice.timezone))
  const slots = slotsOn(rules, chairId, date, { ...wish, blocks })
  const reasons = explain && slots.length === 0 ? reasonsOnDay(rules, chairId, date, wish) : undefined
  return { slots, reasons }
}
