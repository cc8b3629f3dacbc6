import { type WorkingHours, weekdays } from '../../src/domain/working-hours.ts'

/** A week in which every day has this value: a list of opening hours, or an invalid value for a test. */
export const weekOf = <T>(day: T): Record<keyof WorkingHours, T> =>
  Object.fromEntries(weekdays.map((name) => [name, day])) as Record<keyof WorkingHours, T>
