/** The days of a month, as weeks of seven days, and how full each day is. */
import { addDays, addMonths, nearestDate, weekOf } from '../../base/time/dates.ts'
import type { CountedDay } from '../../contract/names.ts'

/**
 * The weeks that have a day in the month. Weeks begin with `first`, from 1 for Monday to 7 for Sunday. A day outside
 * the range of dates is null.
 */
export function weeksOf(month: string, first: number): readonly (readonly (string | null)[])[] {
  const weeks = [weekOf(month, first)]
  const end = nearestDate(`${month.slice(0, 8)}31`)!
  while (!weeks.at(-1)!.includes(end)) weeks.push(weekOf(addDays(month, 7 * weeks.length), first))
  return weeks
}

/** How much of the open time is booked, from 0 to 1. A day without open time is 1 with appointments, and 0 without. */
export function fullnessOf({ bookedMinutes, freeMinutes, appointments }: CountedDay): number {
  const all = bookedMinutes + freeMinutes
  if (all === 0) return appointments > 0 ? 1 : 0
  return bookedMinutes / all
}

/** The day that a key of the keyboard moves to in a month; undefined for any other key. */
export function dayTowards(from: string, key: string, first: number): string | undefined {
  const month = `${from.slice(0, 8)}01`
  const week = weekOf(from, first).filter((day) => day !== null)
  switch (key) {
    case 'ArrowLeft':
      return addDays(from, -1)
    case 'ArrowRight':
      return addDays(from, 1)
    case 'ArrowUp':
      return addDays(from, -7)
    case 'ArrowDown':
      return addDays(from, 7)
    case 'Home':
      return week[0]
    case 'End':
      return week.at(-1)
    case 'PageUp':
      return sameDay(from, addMonths(month, -1))
    case 'PageDown':
      return sameDay(from, addMonths(month, 1))
    default:
      return undefined
  }
}

/** The day with the same number in another month, or the last day of a shorter month. */
const sameDay = (day: string, month: string): string => nearestDate(month.slice(0, 8) + day.slice(8))!
