/** Switches the reminders of imported appointments on, in short transactions. */
import { ofRecord } from '../../domain/audit.ts'
import { isQuiet, withoutQuiet } from '../../domain/reminders/quiet.ts'
import { findEntry, updateEntry } from '../../store/calendar/entries.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { type ImportRowRecord, listWrittenAfter, noteRow } from '../../store/imports/import-rows.ts'
import { writeNotices } from '../calendar/booking.ts'
import { Breath, timeToWrite } from './pace.ts'
import type { ImportTask } from './work.ts'

const atOnce = 100

/** Plans the reminders of the appointments that an import wrote. @throws NoLongerOurs. */
export async function remindOfRows(work: ImportTask): Promise<void> {
  const breath = new Breath()
  const next = () => listWrittenAfter(work.read, work.id, work.progress.remindedLine ?? 0, atOnce)
  for (let rows = next(); rows.length > 0; rows = next()) {
    let at = 0
    while (at < rows.length) {
      await work.step('updateImport', (tx) => {
        const mayGoOn = timeToWrite()
        do remindOf(tx, work, rows[at++]!)
        while (at < rows.length && mayGoOn())
        return { remindedLine: rows[at - 1]!.line }
      })
      await breath.take()
    }
  }
  await work.end('updateImport', {}, { remindedLine: null })
}

function remindOf(tx: WriteScope, work: ImportTask, row: ImportRowRecord): void {
  const now = work.deps.now()
  const entry = findEntry(tx, row.recordId!)
  if (entry === null || !isQuiet(entry)) return
  updateEntry(tx, entry.id, { metadata: withoutQuiet(entry.metadata), updatedAt: now })
  const after = findEntry(tx, entry.id)!
  // No message about the booking is sent, because the patients already know these appointments.
  if (entry.startAt > now)
    writeNotices(tx, entry.id, { ...entry, patientId: null }, entry, now, { tells: false })
  tx.record({ kind: 'write', ...ofRecord('appointment', entry, after) })
  if (row.recordVersion === entry.version)
    noteRow(tx, work.id, row.line, { ...row, recordVersion: after.version })
}
