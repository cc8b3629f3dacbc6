import { Cron } from 'croner'
import { isErased } from '../../store/person/erasure.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import { type ErasableStore, replayErasures } from './replay.ts'

const everyTenMinutes = '*/10 * * * *'

/** Called with what became of the cleaning: pieces are left in the file for now, or it failed. */
interface Told {
  readonly left: () => void
  readonly report: (error: unknown) => void
}

/**
 * The ledger together with what cleans the file. `writeAnew` rewrites the file and empties its log, and answers whether
 * it has done so.
 */
export const erasureMemory = (
  ledger: ErasureLedger,
  { practices }: ErasableStore,
  writeAnew: () => boolean | Promise<boolean>,
  { left, report }: Told,
) => ({
  remember: ledger.remember.bind(ledger),
  forget: ledger.forget.bind(ledger),
  async clean(): Promise<void> {
    try {
      // A person who is only to be erased must not count as cleaned.
      const pieces = ledger
        .read()
        .filter((one) => !one.cleaned && isErased(practices.of(one.practiceId).read, one.patientId))
      if (pieces.length === 0) return
      if (await writeAnew()) await ledger.keepCleaned(pieces, { cleaned: true })
      else left()
    } catch (error) {
      report(error)
    }
  },
})

/**
 * Completes erasures that the command line, or a write that failed, has left unfinished. A timer runs this every ten
 * minutes.
 */
export function watchErasures(
  ledger: ErasureLedger,
  store: ErasableStore,
  { clean }: { clean: () => Promise<void> },
  { say, report }: { say: Say; report: (error: unknown) => void },
): Disposable {
  const job = new Cron(everyTenMinutes, { protect: true, catch: report }, async () => {
    await replayErasures(ledger, store, say)
    await clean()
  })
  return { [Symbol.dispose]: () => job.stop() }
}
