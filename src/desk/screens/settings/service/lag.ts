import { words } from '../../../words/words.ts'

/** How far a backup is behind, as a text in seconds, minutes, hours or days. */
export function sayLag(seconds: number): string {
  const { service } = words.value
  if (seconds < 120) return service.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 120) return service.minutes(minutes)
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? service.hours(hours) : service.days(Math.floor(hours / 24))
}
