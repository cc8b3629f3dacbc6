import type { Logger } from 'pino'
import type { Replica } from '../../config.ts'
import { BackupError } from '../litestream.ts'
import type { Replication } from '../replication.ts'
import { ErasureLedger } from './ledger.ts'
import { erasureMemory, watchErasures } from './memory.ts'
import { type ErasableStore, replayErasures } from './replay.ts'

/**
 * The largest database file that is rewritten while the service runs, in bytes. All requests wait during the rewrite.
 */
export const smallFile = 64 << 20

interface Opening {
  readonly databasePath: string
  readonly replica: Replica | undefined
  readonly replication: Pick<Replication, 'without'> | undefined
  readonly store: ErasableStore
  /** Rewrites the database file. Returns false when that failed, or when the file has more than `mostBytes`. */
  readonly writeAnew: (mostBytes?: number) => boolean
  readonly log: Logger
}

/**
 * Erases persons again who came back with an older database file, and cleans a file that may still hold their data.
 * Must be called before anything is served or streamed. Afterwards, a timer completes the erasures of commands every
 * ten minutes.
 * @throws BackupError when the ledger of erasures cannot be read or saved.
 */
export async function openErasures(opening: Opening) {
  const { databasePath, replica, replication, store, writeAnew, log } = opening
  const ledger = ErasureLedger.of(databasePath, replica)
  const say = (line: string) => log.warn(line)
  const report = (error: unknown) =>
    log.error({ err: error }, 'the work on erasures failed: it is tried again in ten minutes')
  const left = () =>
    log.warn(
      'pieces of erased persons may still be in the file of the database: restart the service when nobody works, and it removes them',
    )
  const cleaning = (mostBytes?: number) => () =>
    replication ? replication.without(() => writeAnew(mostBytes)) : writeAnew(mostBytes)
  const told = { left, report }
  try {
    await replayErasures(ledger, store, say)
  } catch (error) {
    if (error instanceof BackupError) throw error
    throw new BackupError(
      `who was erased could not be looked up, so nothing is served: ${(error as Error).message}`,
    )
  }
  await erasureMemory(ledger, store, cleaning(), told).clean()
  const memory = erasureMemory(ledger, store, cleaning(smallFile), told)
  const watch = watchErasures(ledger, store, memory, { say, report })
  return { memory, watch }
}
