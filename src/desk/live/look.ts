import { ask } from '../api/api.ts'
import { inTime } from '../api/in-time.ts'

/** How long to wait for the answer, in milliseconds. The request is small, so the server answers at once. */
const patienceMs = 5_000

/** Checks whether the server answers. The result is in `online`. */
export async function look(): Promise<void> {
  try {
    // If the member has to sign in again first, the request is sent a second time, with a time limit of its own.
    await ask((api) => inTime(patienceMs, (signal) => api.GET('/api/v1/changes', { signal })))
  } catch {
    // The banner shows the failure, and another check follows.
  }
}
