import { words } from '../../../words/words.ts'

/** How far a backup is behind, in seconds, minutes or hours. */
export function sayLag(seconds: number): string {
  const { service } = words.value
  if (seconds < 120) return service.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return minutes < 120 ? service.minutes(minutes) : service.hours(Math.floor(minutes / 60))
}
