import { ask } from '../api/api.ts'
import { inTime } from '../api/in-time.ts'

/** How long to wait for the answer, in milliseconds. It asks for little, so the server answers at once. */
const patienceMs = 5_000

/** Looks whether the server answers. What it finds is in `online`. */
export async function look(): Promise<void> {
  try {
    // Where the member has to sign in again first, the question is sent a second time, with a patience of its own.
    await ask((api) => inTime(patienceMs, (signal) => api.GET('/api/v1/changes', { signal })))
  } catch {
    // The banner shows a failure, and a further look follows.
  }
}
