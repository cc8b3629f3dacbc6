/** A function that runs at once, but not again within `ms` milliseconds. What was asked for meanwhile runs once at the end. */
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
