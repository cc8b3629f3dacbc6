import { serviceAct } from '../../domain/act.ts'
import { eraseAgain, isErased, listErased } from '../../store/person/erasure.ts'
import type { Store } from '../../store/store.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import type { Erasure } from './ledger-text.ts'

/** The parts of the store that know practices and their patients. */
export type ErasableStore = Pick<Store, 'practices' | 'identity'>

/**
 * Erases persons of the ledger once more. These persons may be in the database file again, for example after a
 * restore, or their erasure was interrupted. Must be called before anything is served. Returns the number of these
 * persons.
 * @throws BackupError when the ledger cannot be read.
 */
export async function replayErasures(ledger: ErasureLedger, store: ErasableStore, say: Say): Promise<number> {
  const missing = (await knownErasures(ledger, store, say)).filter(({ practiceId, patientId }) => {
    const { read } = store.practices.of(practiceId)
    return read.practiceKey !== 0 && !isErased(read, patientId)
  })
  if (missing.length === 0) return 0
  // The person was in the file again, so the file must be cleaned again.
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
 * Returns the persons who were erased from a practice, before an older state of the practice is imported. The file may
 * hold data of these persons for a moment, and the next cleaning of the file removes the data.
 * @throws BackupError when the ledger cannot be read.
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

/**
 * The persons who were erased, from the ledger and from the database file together. Afterwards the ledger names all
 * these persons.
 */
const knownErasures = (ledger: ErasureLedger, store: ErasableStore, say: Say) =>
  ledger.join(erasedIn(store), ({ message }) =>
    say(`${message}. Who was erased is known only from this disk until the store answers`),
  )

/** The erasures that the database file lists. From this list, a lost ledger is written again. */
const erasedIn = ({ practices, identity }: ErasableStore): Erasure[] =>
  identity.practiceIds().flatMap((practiceId) =>
    listErased(practices.of(practiceId).read).map(({ patientId, erasedAt: at }) => ({
      practiceId,
      patientId,
      at,
    })),
  )
