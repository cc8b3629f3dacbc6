import { Cron } from 'croner'
import type { Store } from '../../store/store.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import { replayErasures } from './replay.ts'

const everyTenMinutes = '*/10 * * * *'

/**
 * The ledger together with what cleans the file. `writeAnew` writes the file anew and empties its log, and answers whether
 * it has done so. `largeFile` is told when it has not.
 */
export function erasureMemory(
  ledger: ErasureLedger,
  writeAnew: () => boolean | Promise<boolean>,
  { left, report }: { left: () => void; report: (error: unknown) => void },
) {
  return {
    remember: ledger.remember.bind(ledger),
    forget: ledger.forget.bind(ledger),
    async clean(): Promise<void> {
      try {
        if (!ledger.read().toClean) return
        if (await writeAnew()) await ledger.keepToClean(false)
        else left()
      } catch (error) {
        report(error)
      }
    },
  }
}

/** Completes what the command line, or a write that failed, has left. A timer runs this every ten minutes. */
export function watchErasures(
  ledger: ErasureLedger,
  store: Pick<Store, 'practices' | 'identity'>,
  { clean }: { clean: () => Promise<void> },
  { say, report }: { say: Say; report: (error: unknown) => void },
): Disposable {
  const job = new Cron(everyTenMinutes, { protect: true, catch: report }, async () => {
    await replayErasures(ledger, store, say)
    await clean()
  })
  return { [Symbol.dispose]: () => job.stop() }
}
