import type { Logger } from 'pino'
import type { Replica } from '../../config.ts'
import { BackupError } from '../litestream.ts'
import type { Replication } from '../replication.ts'
import { ErasureLedger } from './ledger.ts'
import { erasureMemory, watchErasures } from './memory.ts'
import { type ErasableStore, replayErasures } from './replay.ts'

/** Only a file up to this size is rewritten while a service runs: all its requests wait meanwhile. In bytes. */
export const smallFile = 64 << 20

interface Opening {
  readonly databasePath: string
  readonly replica: Replica | undefined
  readonly replication: Pick<Replication, 'without'> | undefined
  readonly store: ErasableStore
  /** Rewrites the file of the database; false when it could not, or has more bytes than that. */
  readonly writeAnew: (mostBytes?: number) => boolean
  readonly log: Logger
}

/**
 * Erases again the persons who came back with the file, and cleans a file that may hold pieces of them. Call it before
 * anything is served or streamed. Afterwards, it completes every ten minutes the erasures that the command line has
 * begun.
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
