/** How well the server and its backup are, asked for again and again while the settings can be seen. */
import { api } from '../../../api/api.ts'
import type { components } from '../../../contract/openapi.ts'
import { resource } from '../../../live/resource.ts'

export type Health = components['schemas']['ServiceHealth']

/** The last answer. It is old while there is a trouble. */
export const health = resource<Health>({ read: () => api.GET('/api/v1/service/health') })

const everyMs = 60_000

/** Asks now, once a minute while the page can be seen, and when it is seen again, until the answered function is called. */
export function followHealth(): () => void {
  const look = () => {
    if (!document.hidden) void health.again()
  }
  void health.again()
  const timer = setInterval(look, everyMs)
  document.addEventListener('visibilitychange', look)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
  }
}
