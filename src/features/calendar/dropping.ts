import { ofRecord } from '../../domain/audit.ts'
import { archiveEntry } from '../../store/archive/archive.ts'
import { type EntryRow, isHold, removeEntry } from '../../store/calendar/entries.ts'
import { removeProgress } from '../../store/calendar/progress.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { closeBooking } from '../../store/notices/hold-upkeep.ts'
import { writeNotices } from './booking.ts'

/**
 * Deletes an entry in a transaction, cancels its reminders, and records this in the audit trail. The entry moves to the
 * archive, with the steps of its visit. A patient who knows of the appointment gets a message. A hold is released, and
 * leaves no item in the archive.
 */
export function dropEntry(tx: WriteScope, entry: EntryRow, now: number): void {
  if (isHold(entry)) closeBooking(tx, entry.id, now)
  else archiveEntry(tx, entry, now)
  removeEntry(tx, entry.id)
  removeProgress(tx, entry.id)
  writeNotices(tx, entry.id, entry, null, now)
  tx.record({ kind: 'write', ...ofRecord('appointment', entry, null) })
}
