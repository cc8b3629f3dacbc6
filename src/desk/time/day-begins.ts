/** When a day begins in a time zone. Browsers do not all have `Temporal`. */

const dayMs = 86_400_000

/** The instant in ISO 8601 when the day `YYYY-MM-DD` begins in the zone, `days` days later. */
export function dayBegins(date: string, timeZone: string, days = 0): string {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + days * dayMs
  // Clocks change at most once in two days. So the day begins by the offset before, or by the one after.
  const [first, second] = [-1, 1]
    .map((days) => asUtc - offsetAt(asUtc + days * dayMs, timeZone))
    .sort((a, b) => a - b) as [number, number]
  const isThere = wallTime(first, timeZone) >= asUtc
  return new Date(isThere ? first : second).toISOString()
}

/** How far clocks in the zone are ahead of UTC at an instant, in milliseconds. */
const offsetAt = (instant: number, timeZone: string): number => wallTime(instant, timeZone) - instant

/** What clocks in the zone show at a whole second, as if they showed UTC; epoch milliseconds. */
function wallTime(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...({ year: 'numeric', month: 'numeric', day: 'numeric' } as const),
    ...({ hour: 'numeric', minute: 'numeric', second: 'numeric' } as const),
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((part) => part.type === type)!.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}
