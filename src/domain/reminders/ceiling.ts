import { localTime } from '../time.ts'
import type { SendHours } from './send-window.ts'
import { type Timed, tooLateFrom } from './window.ts'

/**
 * The ceiling is the most messages that a practice sends by one channel on one of its local days (RULES §6). The
 * ceiling limits the costs that a stolen token or a broken program can cause. 0 means no ceiling.
 */
export type Ceiling = number

/** The local day on which a message that is sent at `now` (epoch milliseconds) counts, such as `2026-03-09`. */
export const dayOf = (now: number, timeZone: string): string => plainDayOf(now, timeZone).toString()

/**
 * The new state of a notice that the ceiling of today held back. The notice waits until the send window opens on the
 * next day, or is skipped when this is too late. Instants are epoch milliseconds.
 */
export function heldBack(
  notice: Timed,
  now: number,
  { from, timeZone }: SendHours,
): { readonly reason: 'over_ceiling' } & (
  | { readonly state: 'scheduled'; readonly nextAttemptAt: number }
  | { readonly state: 'skipped' }
) {
  const tomorrow = plainDayOf(now, timeZone).add({ days: 1 }).toString()
  const nextAttemptAt = localTime(tomorrow, from, timeZone)
  return nextAttemptAt < tooLateFrom(notice)
    ? { state: 'scheduled', reason: 'over_ceiling', nextAttemptAt }
    : { state: 'skipped', reason: 'over_ceiling' }
}

const plainDayOf = (now: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).toPlainDate()
