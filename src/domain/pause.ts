/** Waits for some milliseconds, or until the signal. */
export function pause(ms: number, stop: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (stop.aborted) return Promise.resolve()
  const end = () => {
    clearTimeout(timer)
    stop.removeEventListener('abort', end)
    resolve()
  }
  const timer = setTimeout(end, ms)
  stop.addEventListener('abort', end)
  return promise
}
