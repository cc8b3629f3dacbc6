import { ordinarySessionTimes, type SessionTimes } from '../domain/secrets.ts'
import { ConfigError } from './error.ts'
import { readCount } from './values.ts'

/**
 * How long people stay signed in. `ordinarySessionTimes` has the times for settings that are absent. @throws
 * ConfigError.
 */
export function readSessionTimes(
  idleMinutes: string | undefined,
  maxHours: string | undefined,
): SessionTimes {
  const { idleMs, longestMs } = ordinarySessionTimes
  const times = {
    idleMs: idleMinutes ? readCount('SESSION_IDLE_MINUTES', idleMinutes, 5, 43_200) * 60_000 : idleMs,
    longestMs: maxHours ? readCount('SESSION_MAX_HOURS', maxHours, 1, 8_760) * 3_600_000 : longestMs,
  }
  if (times.idleMs > times.longestMs)
    throw new ConfigError('SESSION_IDLE_MINUTES must not be longer than SESSION_MAX_HOURS')
  return times
}
