/** The hours of a week, as a person changes them. */
import { firstWeekday } from '../base/time/say.ts'
import type { components } from '../contract/openapi.ts'

export type WorkingHours = components['schemas']['WorkingHours']
export type OpenHours = components['schemas']['OpenHours']
export type Weekday = keyof WorkingHours

const fromMonday = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies readonly Weekday[]

/** The days in the order of the locale's weeks. */
export const weekdays = (): readonly Weekday[] => {
  const first = firstWeekday() - 1
  return [...fromMonday.slice(first), ...fromMonday.slice(0, first)]
}

export const nineToFive: OpenHours[] = [{ start: '09:00', end: '17:00' }]

/** The hours that a new practice is offered: Monday to Friday, nine to five. */
export const offeredHours: WorkingHours = {
  mon: nineToFive,
  tue: nineToFive,
  wed: nineToFive,
  thu: nineToFive,
  fri: nineToFive,
  sat: [],
  sun: [],
}

/** Whether the week has the hours of a practice that has set none: nine to five on every day. */
export const isUnset = (week: WorkingHours): boolean =>
  fromMonday.every((day) => JSON.stringify(week[day]) === JSON.stringify(nineToFive))

/** The week in which every open day has the hours of the first open day. */
export function likeTheFirst(week: WorkingHours): WorkingHours {
  const days = weekdays()
  const first = days.find((day) => week[day].length > 0)
  if (first === undefined) return week
  const hours = week[first]
  return Object.fromEntries(
    fromMonday.map((day) => [day, week[day].length > 0 ? hours : []]),
  ) as unknown as WorkingHours
}

/** The times that are missing or do not run forward, by their paths in the API. */
export function wrongTimes(week: WorkingHours): Record<string, 'empty' | 'order'> {
  const wrong: Record<string, 'empty' | 'order'> = {}
  for (const day of fromMonday)
    week[day].forEach(({ start, end }, i, all) => {
      const at = `workingHours.${day}.${i}`
      if (start === '') wrong[`${at}.start`] = 'empty'
      else if (i > 0 && start < all[i - 1]!.end) wrong[`${at}.start`] = 'order'
      if (end === '') wrong[`${at}.end`] = 'empty'
      else if (end <= start) wrong[`${at}.end`] = 'order'
    })
  return wrong
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

/** The text of an end in a time field. Such a field has no 24:00, so 00:00 means the midnight that ends the day. */
export const shownEnd = (end: string): string => (end === '24:00' ? '00:00' : end)

/** The end that a person means by the text of a time field. */
export const meantEnd = (shown: string): string => (shown === '00:00' ? '24:00' : shown)

/** The minutes since midnight of a time, `HH:MM`. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clockTime = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
