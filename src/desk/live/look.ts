import { ask } from '../api/api.ts'

/** So long a look waits for its answer, in milliseconds. It asks for little, so the server answers at once. */
const patienceMs = 5_000

/** Looks whether the server answers. What it finds stands in `online`. */
export async function look(): Promise<void> {
  // Where the member has to sign in again first, the question is sent a second time, with a patience of its own.
  const inTime = <T>(send: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const late = new AbortController()
    const timer = setTimeout(
      () => late.abort(new DOMException('No answer came.', 'TimeoutError')),
      patienceMs,
    )
    return send(late.signal).finally(() => clearTimeout(timer))
  }
  try {
    await ask((api) => inTime((signal) => api.GET('/api/v1/changes', { signal })))
  } catch {
    // The banner tells of a failure, and a further look follows.
  }
}
