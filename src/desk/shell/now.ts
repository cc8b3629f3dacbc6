import { signal } from '@preact/signals'

const tickMs = 10_000

/** The time of now, in epoch milliseconds, new every ten seconds. */
export const now = signal(Date.now())

setInterval(() => {
  now.value = Date.now()
}, tickMs)
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) now.value = Date.now()
})
