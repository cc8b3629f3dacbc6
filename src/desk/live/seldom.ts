/**
 * Makes a function that calls `run` at once, but not again within `ms` milliseconds. After calls within this time,
 * `run` is called once at its end.
 */
export function seldom(run: () => void, ms: number): { (): void; stop(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isAsked = false
  const ask = () => {
    if (timer !== undefined) {
      isAsked = true
      return
    }
    run()
    timer = setTimeout(() => {
      timer = undefined
      if (!isAsked) return
      isAsked = false
      ask()
    }, ms)
  }
  return Object.assign(ask, { stop: () => clearTimeout(timer) })
}
