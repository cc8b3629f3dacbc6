import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { FileThere, NewFile } from '../../db/new-file.ts'
import { CannotTell, type Snapshot, type SnapshotTable } from '../store/transfer/read.ts'
import type { Transfer } from '../store/transfer/transfer.ts'
import { longestLine } from './lines.ts'
import {
  exportForm,
  type Form,
  fileOf,
  type ManifestFile,
  manifestName,
  manifestText,
  moveForm,
} from './manifest.ts'
import { ProgressReport, type Teller } from './progress.ts'
import { TarWriter, type Written } from './tar-writer.ts'
import { TransferError } from './transfer-error.ts'

interface Exported {
  readonly name: string
  readonly generation: number
  readonly rows: number
  readonly files: readonly ManifestFile[]
  /** The last row of the practice's audit trail. */
  readonly throughSeq: number
  /** SHA-256 of the manifest, which names the digest of every other file. */
  readonly sha256: string
}

/**
 * Writes a practice into a new archive that only its owner may read (`NewFile`). `program` is the version of chairside.
 * @throws TransferError when the file exists already, the practice does not exist, or the disk is full. Then no part of
 * the archive is left.
 */
export function exportPractice(
  transfer: Transfer,
  practiceId: string,
  to: string,
  program: string,
  teller: Teller,
  form = exportForm,
): Exported {
  if (!existsSync(dirname(resolve(to))))
    throw new TransferError(`the folder of ${to} is not there: create it first`)
  try {
    using file = new NewFile(to)
    const writer = new TarWriter(file.file)
    const exported = tell(transfer, practiceId, writer, program, teller, form)
    writer.end()
    file.finish()
    return exported
  } catch (error) {
    throw error instanceof FileThere
      ? new TransferError(`the file ${to} is there already: choose another name`)
      : asTransferError(error, `the archive ${to} could not be written`)
  }
}

/** The result of an export of the practice in its present state, without writing a file. @throws TransferError. */
export function surveyPractice(
  transfer: Transfer,
  practiceId: string,
  program: string,
  teller: Teller,
  form = exportForm,
): Exported {
  try {
    return tell(transfer, practiceId, { add: (_, pieces) => digestOf(pieces) }, program, teller, form)
  } catch (error) {
    throw asTransferError(error, 'the practice could not be read')
  }
}

/** Takes the files of an archive, one after another. */
type Target = Pick<TarWriter, 'add'>

function tell(
  transfer: Transfer,
  practiceId: string,
  target: Target,
  program: string,
  teller: Teller,
  form: Form,
): Exported {
  const state = (fn: (snapshot: Snapshot) => Exported) =>
    form === moveForm ? transfer.wholeSnapshot(practiceId, fn) : transfer.snapshot(practiceId, fn)
  const exported = state((snapshot) => {
    const progress = new ProgressReport(teller, snapshot.rows, 'read')
    const files = snapshot.tables.map((table) => tableInto(target, table, progress))
    const { name, generation, rows, trail } = snapshot
    const manifest = manifestText(form, { program, practice: { id: practiceId, name }, trail, files })
    const { sha256 } = target.add(manifestName, [manifest])
    return { name, generation, rows, files, throughSeq: trail.at(-1)?.throughSeq ?? 0, sha256 }
  })
  if (exported === null)
    throw new TransferError('there is no such practice here, or it is being removed. See `member list`')
  return exported
}

function tableInto(target: Target, table: SnapshotTable, progress: ProgressReport): ManifestFile {
  let rows = 0
  function* pieces() {
    for (const line of table.lines()) {
      if (line.length * 3 > longestLine && Buffer.byteLength(line) > longestLine)
        throw new CannotTell(`the table ${table.name} holds a row of more than 3 MiB. Shorten the row`)
      rows++
      progress.add(1)
      yield `${line}\n`
    }
  }
  const { bytes, sha256 } = target.add(fileOf(table.name), pieces())
  return { name: fileOf(table.name), rows, bytes, sha256 }
}

function digestOf(pieces: Iterable<string>): Written {
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for (const piece of pieces) {
    hash.update(piece)
    bytes += Buffer.byteLength(piece)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * The error to throw. A problem of the machine or the records is printed in one line. Any other error is a fault in
 * chairside.
 */
function asTransferError(error: unknown, what: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof CannotTell) return new TransferError(`${what}: ${message}`)
  if (code === 'ENOSPC') return new TransferError(`${what}: the disk is full. Free some space on it`)
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return new TransferError(`${what}: ${message}`)
  return error
}
