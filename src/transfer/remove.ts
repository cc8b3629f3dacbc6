import type { Act } from '../domain/act.ts'
import type { Removal } from '../store/transfer/removal.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { surveyPractice, type Teller } from './export.ts'
import { checkArchive } from './import.ts'
import { Progress } from './progress.ts'
import { TransferError } from './transfer-error.ts'

/**
 * Removes a practice with everything that belongs to it. First everybody is shut out, and then the rows leave in short
 * transactions, so that a server may run beside. A removal that was interrupted goes on where it stopped.
 *
 * `archive` names an export of the practice as it is now; null removes it without one.
 * @throws TransferError where the archive lacks something. Then nothing was removed.
 */
export async function removePractice(
  transfer: Transfer,
  practiceId: string,
  archive: string | null,
  act: Act,
  program: string,
  teller: Teller,
): Promise<Removal> {
  if (transfer.removal(practiceId) === null) {
    const throughSeq =
      archive === null ? null : requireExported(transfer, practiceId, archive, program, teller)
    if (!(await transfer.beginRemoval(practiceId, throughSeq, act, teller.now())))
      throw transfer.nameOf(practiceId) === null ? overtaken() : changed('The practice')
  }
  const removal = transfer.removal(practiceId)
  if (removal === null) throw overtaken()
  const progress = new Progress(teller, null, 'removed')
  for (;;) {
    const rows = await transfer.removeSome(removal)
    if (rows === 0) break
    progress.add(rows)
  }
  const ended = await transfer.endRemoval(practiceId, act, teller.now())
  if (ended === null) throw overtaken()
  return ended
}

const overtaken = (): TransferError =>
  new TransferError('another process has removed this practice meanwhile')

/** Answers how far the audit trail goes in the archive. @throws TransferError where the archive is not as new as the practice. */
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
