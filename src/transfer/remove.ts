import type { Act } from '../domain/act.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { checkArchive } from './archive.ts'
import { surveyPractice } from './export.ts'
import { ProgressReport, type Teller } from './progress.ts'
import { TransferError } from './transfer-error.ts'
import { letOthersWrite } from './turns.ts'

/**
 * Removes a practice with everything that belongs to it. First the practice is hidden. Then its rows are deleted in
 * short transactions, so that a server can run at the same time. An interrupted removal continues where it stopped. The
 * rows of an unfinished import are removed in the same way. Resolves with the number of deleted rows.
 *
 * `archive` names an export of the practice in its present state; null removes the practice without an export.
 * @throws TransferError when the archive does not have the present state of the practice. Then nothing was removed.
 */
export async function removePractice(
  transfer: Transfer,
  practiceId: string,
  archive: string | null,
  act: Act,
  program: string,
  teller: Teller,
): Promise<{ readonly rows: number }> {
  const moving = transfer.moving(practiceId)
  const hasBegun = moving !== null && moving.archive === null
  if (!hasBegun) {
    const throughSeq =
      archive === null || moving !== null
        ? null
        : requireExported(transfer, practiceId, archive, program, teller)
    if (!(await transfer.beginRemoval(practiceId, throughSeq, act, teller.now())))
      throw transfer.nameOf(practiceId) === null ? overtaken() : changed('The practice')
  }
  return clearAway(transfer, practiceId, act, teller)
}

/**
 * Deletes all rows of a practice that is being removed. @throws TransferError when another process has deleted them.
 */
export async function clearAway(
  transfer: Transfer,
  practiceId: string,
  act: Act,
  teller: Teller,
): Promise<{ readonly rows: number }> {
  const isRemoval = transfer.removal(practiceId) !== null
  const progress = new ProgressReport(teller, null, 'removed')
  for (let total = 0; ; await letOthersWrite()) {
    const { rows, isGone, ended } = await transfer.removeSome(practiceId, act, teller.now())
    total += rows
    progress.add(rows)
    if (!isGone) continue
    if (isRemoval && ended === null) throw overtaken()
    return ended ?? { rows: total }
  }
}

const overtaken = (): TransferError =>
  new TransferError('another process has removed this practice meanwhile')

/**
 * The number of the last row of the audit trail in the archive. @throws TransferError when the archive is not as new as
 * the practice.
 */
function requireExported(
  transfer: Transfer,
  practiceId: string,
  archive: string,
  program: string,
  teller: Teller,
): number {
  const { manifest } = checkArchive(archive, teller)
  if (manifest.practice.id !== practiceId)
    throw new TransferError(`the archive ${archive} holds another practice. Name an export of this one`)
  const now = surveyPractice(transfer, practiceId, program, teller)
  const differing = now.files.filter(({ sha256 }, i) => sha256 !== manifest.files[i]!.sha256)
  if (differing.length > 0) throw changed(differing.map(({ name }) => name).join(', '))
  return now.throughSeq
}

const changed = (what: string): TransferError =>
  new TransferError(
    `${what} changed since the export. Export the practice again. If people still work with it, stop the server first`,
  )
