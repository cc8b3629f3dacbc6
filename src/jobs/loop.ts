import { Cron } from 'croner'

export interface Loop {
  /** Begins no further round and resolves when the one that runs is over. */
  stop(): Promise<void>
}

/**
 * Runs `round` every few seconds, one at a time: a round that takes longer lets the next ones pass. `round` must
 * come to an end by itself, and soon once its signal says stop; what it throws is reported.
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
