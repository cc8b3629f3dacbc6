import { whenChanged } from './changes.ts'

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

/**
 * Runs something now and after each change, but not again within `ms` milliseconds, until the answered function is
 * called. Changes come in bursts, and the eye does not need each of them.
 */
export function followSeldom(run: () => void, ms: number): () => void {
  const read = seldom(run, ms)
  read()
  const stop = whenChanged(read)
  return () => {
    read.stop()
    stop()
  }
}
