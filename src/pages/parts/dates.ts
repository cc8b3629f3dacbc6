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

/** A day, as people here write it, from an instant of the API. */
export const dayOf = (instant: string) => time(instant, day)
/** A day and the time; in the browser's own zone unless told otherwise. */
export const momentOf = (instant: string, timeZone?: string) => time(instant, momentIn(timeZone))

const time = (instant: string, format: Intl.DateTimeFormat) =>
  make('time', { dateTime: instant, textContent: format.format(new Date(instant)) })
