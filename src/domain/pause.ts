/** Waits for `ms` milliseconds, or until `stop` is aborted. */
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

/**
 * Repeats `act` every half second while it fails with an error that `isSuch` accepts, for `ms` milliseconds at most.
 * @throws the error of the last attempt.
 */
export async function againWhile<T>(
  isSuch: (error: unknown) => boolean,
  ms: number,
  act: () => Promise<T>,
): Promise<T> {
  for (const end = performance.now() + ms; ; await Bun.sleep(500))
    try {
      return await act()
    } catch (error) {
      if (!isSuch(error) || performance.now() > end) throw error
    }
}
