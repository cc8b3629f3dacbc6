/** How well the server and its backup are, asked for again and again while the settings can be seen. */
import { signal } from '@preact/signals'
import { ask } from '../../../api/api.ts'
import type { components } from '../../../contract/openapi.ts'
import { newest } from '../../../live/newest.ts'

export type Health = components['schemas']['ServiceHealth']

/** The last answer. It may be old: see `missed`. */
export const health = signal<Health | undefined>(undefined)
/** Why the newest question has no answer; undefined when it has one. */
export const missed = signal<unknown>(undefined)

const everyMs = 60_000

/** Asks now, once a minute while the page can be seen, and when it is seen again, until the answered function is called. */
export function followHealth(): () => void {
  const look = () => {
    if (!document.hidden) void readHealth()
  }
  void readHealth()
  const timer = setInterval(look, everyMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}

const readHealth = newest(
  () => ask((api) => api.GET('/api/v1/service/health')),
  (answer) => {
    health.value = answer
  },
  (error) => {
    missed.value = error
  },
)
