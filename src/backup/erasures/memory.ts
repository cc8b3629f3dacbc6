import { Cron } from 'croner'
import { isErased } from '../../store/person/erasure.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import { type ErasableStore, replayErasures } from './replay.ts'

const everyTenMinutes = '*/10 * * * *'

/** Functions that `clean` calls: `left` when data of erased persons is still in the file, `report` after an error. */
interface Told {
  readonly left: () => void
  readonly report: (error: unknown) => void
}

/**
 * The ledger, with a function that cleans the database file. `writeAnew` rewrites this file and empties its log, and
 * returns whether it has done so.
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
      // The ledger also lists persons whose erasure has not happened yet. Such persons must not count as cleaned.
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
 * Completes erasures that a command or a failed write has left unfinished. A timer completes them every ten minutes.
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
