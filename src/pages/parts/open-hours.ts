/** The open hours of a day, as a person changes them. The setup page and the front desk share these rules. */

/** Wall-clock times `HH:MM`; `24:00` is allowed as an end. */
export interface OpenHours {
  readonly start: string
  readonly end: string
}

/** Adds a break from 12 to 13, or of half an hour in the middle when the day does not include noon. */
export function withBreak({ start, end }: OpenHours): OpenHours[] {
  if (start < '12:00' && end > '13:00')
    return [
      { start, end: '12:00' },
      { start: '13:00', end },
    ]
  const middle = Math.round((minutesOf(start) + minutesOf(end)) / 30) * 15
  return [
    { start, end: clockTime(middle - 15) },
    { start: clockTime(middle + 15), end },
  ]
}

/** What a time field shows as an end. It has no 24:00, so 00:00 means the midnight that ends the day. */
export const shownEnd = (end: string): string => (end === '24:00' ? '00:00' : end)

/** The end that a person means by what a time field shows. */
export const meantEnd = (shown: string): string => (shown === '00:00' ? '24:00' : shown)

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
