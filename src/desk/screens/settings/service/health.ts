/** The health of the server and its backup. The health is read regularly while the settings are visible. */
import { api } from '../../../api/api.ts'
import type { components } from '../../../contract/openapi.ts'
import { resource } from '../../../live/resource.ts'

export type Health = components['schemas']['ServiceHealth']

/** The last answer. The answer is outdated while `trouble` is set. */
export const health = resource<Health>({ read: () => api.GET('/api/v1/service/health') })

const everyMs = 60_000

/**
 * Reads the health now, once a minute while the page is visible, and when it becomes visible. Returns a stop function.
 */
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
