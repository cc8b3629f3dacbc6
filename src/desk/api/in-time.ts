/** An answer that takes longer is lost: a broken network often says nothing. In milliseconds. */
const patienceMs = 30_000

/** Sends something, and aborts it when its answer does not come in time. `ms` is in milliseconds. @throws as `send` does. */
export async function inTime<T>(ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const lost = new AbortController()
  const timer = setTimeout(() => lost.abort(new DOMException('No answer came.', 'TimeoutError')), ms)
  try {
    return await send(lost.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Sends a request, and gives it up when its answer does not come within 30 seconds. @throws as `fetch` does. */
export const fetchInTime = (request: Request): Promise<Response> =>
  inTime(patienceMs, (lost) => fetch(request, { signal: AbortSignal.any([request.signal, lost]) }))
