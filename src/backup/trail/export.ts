import { writeFileSync } from 'node:fs'
import { FileThere, NewFile } from '../../../db/new-file.ts'
import { idOf } from '../../../db/stored-id.ts'
import { type AuditRow, auditRowsAfter } from '../../store/audit/audit-rows.ts'
import { patientsIn } from '../../store/audit/trail-rows.ts'
import type { Practice } from '../../store/store.ts'
import { BackupError } from '../litestream.ts'

/** The most rows in memory at a time. */
const pageRows = 500

/**
 * Writes the trail of a practice to a new file, one row a line as JSON, the oldest first. Only the owner of the file
 * can read it. The export itself is recorded as a row of the trail. Returns how many rows the file has.
 * @throws BackupError when the file exists already or cannot be written. Then no file is left (`NewFile`).
 */
export async function exportTrail(practice: Practice, to: string): Promise<number> {
  let rows = 0
  try {
    using file = new NewFile(to)
    for (let last = 0, page: AuditRow[]; ; last = page.at(-1)!.seq) {
      page = auditRowsAfter(practice.read, last, pageRows)
      if (page.length === 0) break
      writeFileSync(file.file, page.map((row) => `${JSON.stringify(told(row))}\n`).join(''))
      rows += page.length
    }
    await practice.write((tx) =>
      tx.record({
        kind: 'export',
        record: { kind: 'trail', id: practice.read.practiceId },
        detail: { rows },
      }),
    )
    file.finish()
    return rows
  } catch (error) {
    if (error instanceof FileThere)
      throw new BackupError(`the file ${to} is there already: choose another name`)
    const { code, message } = error as NodeJS.ErrnoException
    throw code?.startsWith('E') ? new BackupError(`the file ${to} could not be written: ${message}`) : error
  }
}

/** A row in a form for people and other programs. */
function told({ seq, at, patients, digest, mac, before, after, requestId, ...row }: AuditRow) {
  const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
  return {
    seq,
    at: new Date(at).toISOString(),
    ...row,
    requestId: requestId === null ? null : `req_${requestId}`,
    patients: patients === null ? null : [...patientsIn(patients)].map(idOf),
    before: parsed(before),
    after: parsed(after),
    digest: digest && hex(digest),
    mac: hex(mac),
  }
}

/** The value of a JSON text. A text that somebody has damaged in the database is exported as it is. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return text
  }
}
