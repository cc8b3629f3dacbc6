/** The ids and times in the seeded files, so that requests can use them without a read. */

const id = (kind: number, n: number): string =>
  `01970000-000${kind}-7000-8000-${n.toString(16).padStart(12, '0')}`

export const patientId = (n: number): string => id(1, n)
export const chairId = (n: number): string => id(2, n)
export const tagId = (n: number): string => id(3, n)
export const entryId = (n: number): string => id(4, n)

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** One large practice with a year in its calendar. A small practice is in the same file. */
export const clinic = {
  neighbours: 500,
  tags: 12,
  chairs: 5,
  timezone: 'Europe/Berlin',
  /** A Monday. 52 weeks of five days follow. */
  firstDay: Date.parse('2028-01-03T00:00:00Z'),
  weeks: 52,
}

/** The benchmark makes bookings of five minutes after the clinic's year, on every chair. */
export const bookings = {
  from: clinic.firstDay + clinic.weeks * 7 * day,
  minutes: 5,
}

/** Two blocks on the first chair of the clinic, after all bookings. The benchmark swaps them again and again. */
export const swap = {
  first: entryId(2 ** 39),
  second: entryId(2 ** 39 + 1),
  startAt: bookings.from + 60 * day,
  minutes: 30,
}

/** The short and the long calendar: on every chair, half an hour of each hour and a half is taken, up to `end`. */
export const calendar = {
  patients: 1_000,
  chairs: 20,
  end: Date.parse('2029-01-01T00:00:00Z'),
  step: 90 * minute,
  length: 30 * minute,
  /**
   * Bookings are made in the last `tail` steps before the end, on every chair. The short calendar has only these steps.
   */
  tail: 50,
}
