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

/**
 * Does something again every half second while it fails with such an error, for `ms` milliseconds at most.
 * @throws what the last attempt threw.
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
