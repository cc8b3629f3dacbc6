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

/** The hours of a practice that has set none: nine to five on every day. */
export const isUnset = (week: WorkingHours): boolean =>
  fromMonday.every((day) => JSON.stringify(week[day]) === JSON.stringify(nineToFive))

/** The same hours on every day that is open, as on the first of them. */
export function likeTheFirst(week: WorkingHours): WorkingHours {
  const days = weekdays()
  const first = days.find((day) => week[day].length > 0)
  if (first === undefined) return week
  const hours = week[first]
  return Object.fromEntries(
    fromMonday.map((day) => [day, week[day].length > 0 ? hours : []]),
  ) as unknown as WorkingHours
}

/** Which of the times do not run forward, by their paths under `path`, and whether one is missing. */
export function wrongTimes(path: string, week: WorkingHours): Record<string, 'empty' | 'order'> {
  const wrong: Record<string, 'empty' | 'order'> = {}
  for (const day of fromMonday)
    week[day].forEach(({ start, end }, i, all) => {
      const at = `${path}.${day}.${i}`
      if (start === '') wrong[`${at}.start`] = 'empty'
      else if (i > 0 && start < all[i - 1]!.end) wrong[`${at}.start`] = 'order'
      if (end === '') wrong[`${at}.end`] = 'empty'
      else if (end <= start) wrong[`${at}.end`] = 'order'
    })
  return wrong
}
