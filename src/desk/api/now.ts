import { signal } from '@preact/signals'

const tickMs = 10_000

/** The present time by the clock of the server, in epoch milliseconds. It is renewed every ten seconds. */
export const now = signal(Date.now())

/** How far the clock of the server is ahead of this computer's, in milliseconds. */
let aheadMs = 0
/**
 * A smaller difference does not count, in milliseconds. Dates of answers are whole seconds, and answers take some time.
 */
const leastAheadMs = 60_000

/**
 * Corrects the present time by the `Date` header of an answer. Computers at a front desk can have a wrong time, and
 * even a wrong day.
 */
export function serverSays(date: string | null): void {
  const ahead = Date.parse(date ?? '') - Date.now()
  if (Number.isNaN(ahead) || Math.abs(ahead - aheadMs) < leastAheadMs) return
  aheadMs = Math.abs(ahead) < leastAheadMs ? 0 : ahead
  tick()
}

const tick = () => {
  now.value = Date.now() + aheadMs
}

setInterval(tick, tickMs)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) tick()
})
