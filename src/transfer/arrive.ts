/**
 * Imports a practice from another cell (one of several servers): first a copy of the practice, and then the differences
 * to later states.
 */

import type { Store } from '../store/store.ts'
import type { CellMove } from '../store/transfer/cell-moves.ts'
import { type Archive, openArchive } from './archive.ts'
import { readDifferences } from './differences.ts'
import { surveyPractice } from './export.ts'
import { rowsOf, takeIn } from './import.ts'
import { type ManifestFile, moveForm } from './manifest.ts'
import type { Teller } from './progress.ts'
import { requireRoom } from './room.ts'
import { TransferError } from './transfer-error.ts'

type ArrivalStore = Pick<Store, 'transfer' | 'cellArrivals'>

/** The options with which the import leaves the rows unchanged. */
const asTheyAre = { closedAt: null, now: Number.MAX_SAFE_INTEGER / 4 }

/**
 * Imports the first copy of a practice, in short transactions. Nobody sees the practice yet. After an interruption, the
 * same call continues where the last one stopped.
 * @throws Damaged, TransferError.
 */
export async function takeCopy(
  { transfer, cellArrivals }: ArrivalStore,
  from: string,
  cellMove: CellMove,
  teller: Teller,
): Promise<{ readonly sha256: string; readonly rows: number }> {
  using archive = openArchive(from, teller, { form: moveForm })
  const { manifest, sha256, rows, bytes } = archive
  const practiceId = manifest.practice.id
  if (practiceId !== cellMove.practiceId) throw new TransferError('the copy is one of another practice')
  requireRoom(transfer.room(), bytes, 1 - Math.min(transfer.moving(practiceId)?.rows ?? 0, rows) / rows)
  const practice = practiceIn(archive)
  const arrival = transfer.arrival({
    practiceId,
    archive: sha256,
    keepsAccess: true,
    rows,
    trail: manifest.trail,
    erased: [],
    detail: {},
    requireHost: () => {},
    cellMove,
  })
  const begun = await arrival.begin(practice)
  if (begun !== 'begun') throw new TransferError(`the practice cannot come in: ${begun}`)
  await takeIn(transfer, arrival, archive, asTheyAre, teller)
  await cellArrivals.complete(practiceId, practice)
  return { sha256, rows }
}

const practiceIn = (archive: Archive) => rowsOf(archive, asTheyAre).next().value!.row!

/**
 * Changes an arriving practice from the state `from` to the state `to`. Each state is named by a digest.
 * @throws Damaged; TransferError when the practice here is in neither of these states.
 */
export async function takeDifferences(
  { cellArrivals }: Pick<Store, 'cellArrivals'>,
  practiceId: string,
  { from, to, rows }: { readonly from: string; readonly to: string; readonly rows: number },
  text: string,
): Promise<void> {
  // The next state may be here already, when the answer to an earlier call was lost.
  if (cellArrivals.state(practiceId)?.archive === to) return
  const applied = await cellArrivals.apply(practiceId, { from, to, rows, ...readDifferences(text) })
  if (!applied) throw new TransferError('another state of the practice is here')
}

/** The digests of all records of an arriving practice that this cell has. @throws TransferError. */
export const digestsOf = (
  { transfer }: Pick<Store, 'transfer'>,
  practiceId: string,
  program: string,
  teller: Teller,
): readonly ManifestFile[] => surveyPractice(transfer, practiceId, program, teller, moveForm).files
