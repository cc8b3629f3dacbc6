import { ask } from '../api/api.ts'

/** So long a look waits for its answer, in milliseconds. It asks for little, so the server answers at once. */
const patienceMs = 5_000

/** Looks whether the server answers. What it finds stands in `online`. */
export async function look(): Promise<void> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('No answer came.', 'TimeoutError')), patienceMs)
  try {
    await ask((api) => api.GET('/api/v1/changes', { signal: late.signal }))
  } catch {
    // The banner tells of a failure, and a further look follows.
  } finally {
    clearTimeout(timer)
  }
}
