import { serviceAct } from '../../domain/act.ts'
import { eraseAgain, isErased, listErased } from '../../store/person/erasure.ts'
import type { Store } from '../../store/store.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import type { Erasure } from './ledger-text.ts'

/** The parts of the store that know who is there. */
export type ErasableStore = Pick<Store, 'practices' | 'identity'>

/**
 * Erases persons of the ledger once more: those who are in the file again, as after a restore, and those with an erasure
 * that was cut off. Call it before anything is served. Answers how many they were.
 * @throws BackupError when the ledger cannot be read.
 */
export async function replayErasures(ledger: ErasureLedger, store: ErasableStore, say: Say): Promise<number> {
  const missing = (await knownErasures(ledger, store, say)).filter(({ practiceId, patientId }) => {
    const { read } = store.practices.of(practiceId)
    return read.practiceKey !== 0 && !isErased(read, patientId)
  })
  if (missing.length === 0) return 0
  // The person was in the file once more. So its pieces must be removed once more.
  await ledger.keepCleaned(missing, { cleaned: false })
  for (const { practiceId, patientId, at } of missing)
    await store.practices
      .of(practiceId, serviceAct('replayErasure'))
      .write((tx) => eraseAgain(tx, patientId, at))
  say(
    `persons who were erased earlier had come back with this database and are erased again: ${missing.length}`,
  )
  return missing.length
}

/**
 * Says, before an older state of a practice comes in, who was erased from it. What the file may hold of them for a moment
 * is removed with the next cleaning. @throws BackupError when the ledger cannot be read.
 */
export async function erasedBefore(
  ledger: ErasureLedger,
  store: ErasableStore,
  practiceId: string,
  say: Say,
): Promise<readonly Erasure[]> {
  const erased = (await knownErasures(ledger, store, say)).filter((one) => one.practiceId === practiceId)
  if (erased.length > 0) await ledger.keepCleaned(erased, { cleaned: false })
  return erased
}

/** The persons who were erased, by the ledger and by the database file. Afterwards both name the same persons. */
const knownErasures = (ledger: ErasureLedger, store: ErasableStore, say: Say) =>
  ledger.join(erasedIn(store), ({ message }) =>
    say(`${message}. Who was erased is known only from this disk until the store answers`),
  )

/** The erasures that the database file knows, so that a lost ledger is made again. */
const erasedIn = ({ practices, identity }: ErasableStore): Erasure[] =>
  identity.practiceIds().flatMap((practiceId) =>
    listErased(practices.of(practiceId).read).map(({ patientId, erasedAt: at }) => ({
      practiceId,
      patientId,
      at,
    })),
  )
