/**
 * The send window: the local times of day between which a practice sends messages (RULES §6). Instants are epoch
 * milliseconds.
 */
import { type Interval, isClockTime, localTime } from '../time.ts'

/** The send window of a practice, with the time zone that its times belong to. */
export interface SendHours {
  /** The local time `HH:MM` at which the window opens. */
  readonly from: string
  /** The local time `HH:MM` at which the window closes. This time is later than `from`, and may be `24:00`. */
  readonly until: string
  /** The IANA name of a time zone. */
  readonly timeZone: string
}

/** The window of a practice that has not set it. */
export const standardFrom = '08:00'
export const standardUntil = '20:00'

const minute = 60_000
const day = 86_400_000
/** A message still helps when the window opens at least this long before the start, in milliseconds. */
const usefulAhead = 60 * minute
/**
 * How long before the window closes a message is sent that cannot wait for the next day, in milliseconds. This leaves
 * time for a long queue and further tries.
 */
const beforeClosing = 60 * minute

interface Chosen {
  readonly sendFrom: string | null
  readonly sendUntil: string | null
}
type Window = Pick<SendHours, 'from' | 'until'>

/** The window that a practice has chosen. Null means the standard time. */
export const chosenWindow = ({ sendFrom, sendUntil }: Chosen): Window => ({
  from: sendFrom ?? standardFrom,
  until: sendUntil ?? standardUntil,
})

/**
 * The window in force for a practice. A chosen window that never opens is ignored. No request can choose it, but an old
 * database file may contain it.
 */
export function sendHoursOf(chosen: Chosen, timeZone: string): SendHours {
  const { from, until } = chosenWindow(chosen)
  const opens = isClockTime(from) && (until === '24:00' || isClockTime(until)) && from < until
  return opens ? { from, until, timeZone } : { from: standardFrom, until: standardUntil, timeZone }
}

/** Whether the window closes at least an hour after it opens, on the clock. */
export const isLongEnough = ({ from, until }: Window): boolean => minutesOf(until) - minutesOf(from) >= 60

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/**
 * The time to send a reminder that is not due yet. If the send window is open at the due time, the due time is
 * returned. Otherwise the reminder is sent when the window opens again, if that is at least an hour before the start.
 * Otherwise it is sent an hour before the window closes for the last time before the due time. Null when that moment is
 * over: the appointment was booked too late.
 */
export function sendTime(
  hours: SendHours,
  { startAt, dueAt }: { readonly startAt: number; readonly dueAt: number },
  now: number,
): number | null {
  const opens = usefulSendTime(hours, startAt, dueAt)
  if (opens !== null) return opens
  const last = lastSendHours(hours, dueAt)
  const before = Math.max(last.startAt, last.endAt - beforeClosing)
  return before > now ? before : null
}

/**
 * The first moment from `at` on when a message may be sent: `at` itself while the window is open, else when the window
 * opens again. Null when that is less than an hour before the start.
 */
export function usefulSendTime(hours: SendHours, startAt: number, at: number): number | null {
  const opens = opensAt(hours, at)
  return opens === at || opens <= startAt - usefulAhead ? opens : null
}

/**
 * The time of a further try that is due at `at`. While the window is closed, the try waits until the window opens
 * again, if that is at least an hour before the start. If not, the try takes place a minute before the window closed
 * last. Null when both times are over.
 */
export function tryTime(hours: SendHours, startAt: number, at: number, now: number): number | null {
  const opens = usefulSendTime(hours, startAt, at)
  if (opens !== null) return opens
  const last = lastSendHours(hours, at).endAt - minute
  return last > now ? last : null
}

/** The first moment from `at` on at which the window is open. */
function opensAt(hours: SendHours, at: number): number {
  if (hours.from === '00:00' && hours.until === '24:00') return at
  // A local date is at most one day away from the date in UTC.
  const first = Math.floor(at / day) - 1
  return Math.max(at, firstSendHours(hours, first, 1, ({ endAt }) => endAt > at).startAt)
}

/** The last time before `at` that the window was open. The window is closed at `at`. */
function lastSendHours(hours: SendHours, at: number): Interval {
  return firstSendHours(hours, Math.floor(at / day) + 1, -1, ({ startAt }) => startAt <= at)
}

/** How many days are searched for a window. A window opens on each day, and a time zone skips at most one day. */
const mostDays = 10

/**
 * The first wanted send hours, from a day on, forwards or backwards. @throws when no such hours are found within ten
 * days.
 */
function firstSendHours(
  hours: SendHours,
  number: number,
  step: 1 | -1,
  isWanted: (open: Interval) => boolean,
): Interval {
  for (let i = 0; i < mostDays; i++) {
    const open = sendHoursOn(hours, number + i * step)
    if (open !== null && isWanted(open)) return open
  }
  throw new Error(
    `a send window from ${hours.from} until ${hours.until} does not open within ${mostDays} days`,
  )
}

/**
 * A cache of send hours, by time zone, window and day. Time zone calculations are slow, and every booking needs some
 * send hours.
 */
const known = new Map<string, Interval | null>()
/** How many send hours are cached, which takes about 3 MB. */
const mostKnown = 20_000

/**
 * When the window is open on a local day. Null on a day when the clocks skip all of the window. `number` counts the
 * days from 1 January 1970.
 */
function sendHoursOn(hours: SendHours, number: number): Interval | null {
  const { from, until, timeZone } = hours
  const key = `${number} ${from} ${until} ${timeZone}`
  let open = known.get(key)
  if (open !== undefined) return open
  if (known.size >= mostKnown) known.clear()
  const date = epoch.add({ days: number }).toString()
  const interval = { startAt: localTime(date, from, timeZone), endAt: localTime(date, until, timeZone) }
  open = interval.startAt < interval.endAt ? interval : null
  known.set(key, open)
  return open
}

const epoch = Temporal.PlainDate.from('1970-01-01')

/** How many send hours are cached at the moment. */
export const knownSendHours = (): number => known.size
