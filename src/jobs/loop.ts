import { Cron } from 'croner'

export interface Loop {
  /** Begins no further round. Resolves when the current round is over. */
  stop(): Promise<void>
}

/**
 * Runs `round` every few seconds, one round at a time. When a round takes longer than the interval, the rounds that
 * would begin meanwhile are skipped. `round` must end by itself, and it must end soon after its signal is aborted.
 * Errors are passed to `report`.
 */
export function startLoop(
  everySeconds: number,
  round: (stopping: AbortSignal) => Promise<unknown>,
  report: (error: unknown) => void,
): Loop {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const cron = new Cron(`*/${everySeconds} * * * * *`, { protect: true, catch: report }, () => {
    running = round(stopping.signal).then(() => undefined, report)
    return running
  })
  return {
    async stop() {
      cron.stop()
      stopping.abort()
      await running
    },
  }
}
