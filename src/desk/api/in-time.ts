/**
 * How long to wait for an answer, in milliseconds. A broken network often gives no error, so the answer counts as lost.
 */
const patienceMs = 30_000

/** Calls `send`, and aborts it when the answer does not come within `ms` milliseconds. @throws as `send` does. */
export async function inTime<T>(ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const timer = setTimeout(() => lost.abort(new DOMException('No answer came.', 'TimeoutError')), ms)
  try {
    return await send(lost.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request, and aborts it when its answer does not come within 30 seconds. @throws as `fetch` does. */
export const fetchInTime = (request: Request): Promise<Response> =>
  inTime(patienceMs, (lost) => fetch(request, { signal: AbortSignal.any([request.signal, lost]) }))
