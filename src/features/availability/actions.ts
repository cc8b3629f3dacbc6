import { slotsOn } from '../../domain/open-times.ts'
import { found, invalid } from '../../domain/problem.ts'
import { settingsOf } from '../../domain/settings.ts'
import { type Interval, localDay } from '../../domain/time.ts'
import { findChair } from '../../store/chairs.ts'
import { findOpenRules } from '../../store/closures.ts'
import { blocksDuring } from '../../store/entries.ts'
import { findPractice } from '../../store/practice.ts'
import type { Practice } from '../../store/store.ts'

const minute = 60_000

/**
 * The free slots of one local day on one chair (RULES §4.3, §20). A chair that is not active has none.
 * @throws `not_found` when the practice does not exist; `validation_failed` when the chair is not the practice's.
 */
export function browseFreeSlots(
  { read }: Practice,
  { date, chairId, durationMinutes }: { date: string; chairId: string; durationMinutes: number },
): Interval[] {
  const practice = found(findPractice(read))
  const chair = findChair(read, chairId)
  if (chair === null) throw invalid([{ path: 'chairId', message: 'must be a chair of the practice' }])
  if (!chair.active) return []
  return slotsOn(findOpenRules(read, date, date, practice), chairId, date, {
    step: settingsOf(practice).slotMinutes * minute,
    duration: durationMinutes * minute,
    blocks: blocksDuring(read, chairId, localDay(date, practice.timezone)),
  })
}
