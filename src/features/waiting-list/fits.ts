import { invalid } from '../../domain/problem.ts'
import { type Interval, parseInstant } from '../../domain/time.ts'

const hour = 3_600_000
/** A free time that is asked about is at most this long, in hours. No visit takes longer than a day. */
const mostHours = 48

/**
 * The free time in a query, `start/end`. The plus of an offset often arrives as a space.
 * @throws `validation_failed` when it is none, does not run forward, or has more than 48 hours.
 */
export function readGap(fits: string): Interval {
  const parts = fits.replaceAll(' ', '+').split('/')
  const [startAt, endAt] = parts.map(parseInstant)
  if (parts.length !== 2 || startAt === undefined || endAt === undefined)
    throw refused('must be two instants with Z or an offset, as start/end')
  if (endAt <= startAt) throw refused('must end after it starts')
  if (endAt - startAt > mostHours * hour) throw refused(`must have at most ${mostHours} hours`)
  return { startAt, endAt }
}

const refused = (message: string) => invalid([{ path: 'fits', message }])
