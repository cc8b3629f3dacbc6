import { serviceAct } from '../../domain/act.ts'
import { erasePatient, isErased, listErased } from '../../store/erasure.ts'
import type { Store } from '../../store/store.ts'
import type { Say } from '../litestream.ts'
import type { ErasureLedger } from './ledger.ts'
import type { Erasure } from './ledger-text.ts'

/** The parts of the store that know who is there. */
export type ErasableStore = Pick<Store, 'practices' | 'identity'>

/**
 * Erases the persons of the ledger once more whom the file holds again, as after a restore, and those whose erasure was
 * cut off. Call it before anything is served. Answers how many they were.
 * @throws BackupError when the ledger cannot be read.
 */
export async function replayErasures(ledger: ErasureLedger, store: ErasableStore, say: Say): Promise<number> {
  const erasures = await ledger.join(erasedIn(store), ({ message }) =>
    say(`${message}. Who was erased is known from this disk alone until the store answers`),
  )
  const missing = erasures.filter(({ practiceId, patientId }) => {
    const { read } = store.practices.of(practiceId)
    return read.practiceKey !== 0 && !isErased(read, patientId)
  })
  if (missing.length === 0) return 0
  // The person was in the file once more. So its pieces must be removed once more.
  await ledger.keepCleaned(missing, false)
  for (const one of missing) await eraseAgain(store, one)
  say(
    `persons who were erased earlier had come back with this database and are erased again: ${missing.length}`,
  )
  return missing.length
}

/** What the file itself knows, so that a lost ledger is made anew. */
const erasedIn = ({ practices, identity }: ErasableStore): Erasure[] =>
  identity.practiceIds().flatMap((practiceId) =>
    listErased(practices.of(practiceId).read).map(({ patientId, erasedAt: at }) => ({
      practiceId,
      patientId,
      at,
    })),
  )

const eraseAgain = ({ practices }: Pick<Store, 'practices'>, { practiceId, patientId, at }: Erasure) =>
  practices.of(practiceId, serviceAct('replayErasure')).write((tx) => {
    erasePatient(tx, patientId, at)
    tx.record({ kind: 'erasure', record: { kind: 'patient', id: patientId }, patientId })
  })
