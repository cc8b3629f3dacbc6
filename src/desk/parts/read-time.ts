/**
 * Reads a time of day as people type it, such as `9`, `930`, `9:30`, `9.30 Uhr` or `2:15 pm`. Returns `HH:MM`, or
 * undefined when no time can be meant.
 */
export function readTime(typed: string): string | undefined {
  const found = /^(\d{1,2})(?:\s*[:.,h ]?\s*([0-5]\d))?\s*(?:uhr|h)?\s*([ap])?\.?(?:m\.?)?$/i.exec(
    typed.trim(),
  )
  if (found === null) return undefined
  const [, hours, minutes = '00', half] = found
  const hour = Number(hours)
  if (half === undefined) return hour <= 23 ? `${twoDigits(hour)}:${minutes}` : undefined
  if (hour < 1 || hour > 12) return undefined
  return `${twoDigits((hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0))}:${minutes}`
}

const twoDigits = (n: number): string => String(n).padStart(2, '0')
