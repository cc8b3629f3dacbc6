import { make } from './dom.ts'

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const momentIn = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  })

/** The day of an instant, in the browser's own time zone. */
export const dayOf = (instant: string) => time(instant, day)
/** The day and time of an instant, in `timeZone` or else in the browser's own time zone. */
export const momentOf = (instant: string, timeZone?: string) => time(instant, momentIn(timeZone))

const time = (instant: string, format: Intl.DateTimeFormat) =>
  make('time', { dateTime: instant, textContent: format.format(new Date(instant)) })
