/** Feeds: calendars that members subscribe to in programs of their own (RULES §33). */

/**
 * What the feeds of a practice show of each appointment: that the member is busy, the type of appointment, or the
 * initials of the patient. With `off`, there are no feeds.
 */
export const calendarFeedChoices = ['off', 'busy', 'type', 'initials'] as const
export type CalendarFeeds = (typeof calendarFeedChoices)[number]

const day = 86_400_000
/** How far a feed reaches, in milliseconds: 60 days back and 400 days ahead. */
export const feedReach = { back: 60 * day, ahead: 400 * day }
/** How long an appointment that was cancelled stays in a feed as cancelled, in milliseconds. */
export const keepCancelledMs = 30 * day
/** The most events in a feed. The last events are left out. */
export const mostEvents = 20_000
/** How many feeds a member has at most. */
export const mostFeeds = 20
/** How often programs should read a feed, in seconds. Each feed contains this number (RFC 7986 §5.7). */
export const refreshSeconds = 3_600
/** The time of the last reading is saved at most once in this time, in milliseconds. */
export const fetchedEvery = 3_600_000

/**
 * The first letters of a name, such as `N. Ö.`. A letter may consist of several characters.
 * @param names the first name and the last name
 */
export const initialsOf = (...names: readonly string[]): string =>
  names
    .map((name) => letters.segment(name.trim()).containing(0)?.segment)
    .filter((letter) => letter !== undefined)
    .map((letter) => `${letter.toUpperCase()}.`)
    .join(' ')

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })
