/** Copies records into the archive before they are deleted (RULES §15). So call these functions before the deletion. */
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { absences } from '../../../db/schema/absences.ts'
import { archive } from '../../../db/schema/archive.ts'
import { chairs, entries } from '../../../db/schema/calendar.ts'
import { closures } from '../../../db/schema/closures.ts'
import { dayNotes } from '../../../db/schema/day-notes.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { noteRevisions, notes } from '../../../db/schema/notes.ts'
import { patients, patientTags, tags } from '../../../db/schema/patients.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations, progress } from '../../../db/schema/visits.ts'
import { type ArchiveKind, keptUntil } from '../../domain/archive.ts'
import { newId } from '../../domain/id.ts'
import { settingsOf } from '../../domain/settings.ts'
import type { WriteScope } from '../engine/scope.ts'
import { type Change, equals, ownPracticeKey, param } from '../engine/statement.ts'
import type { Params } from '../engine/values.ts'
import { findPractice, type PracticeRow } from '../practice/practice.ts'
import { keepEntryPatients, keepRows } from './archived-rows.ts'

const ofNote = (noteId: SQL) => eq(noteRevisions.noteId, noteId)
const patientsNotes = equals(notes.patientId, 'patientId')

const patient = [
  keepRows('patients', equals(patients.id, 'patientId')),
  keepRows('notes', patientsNotes),
  keepRows(
    'note_revisions',
    sql`${noteRevisions.noteId} in (select ${notes.id} from ${notes}
      where ${notes.practiceKey} = ${ownPracticeKey} and ${patientsNotes})`,
  ),
  keepRows('patient_tags', equals(patientTags.patientId, 'patientId')),
  keepEntryPatients(equals(entries.patientId, 'patientId')),
  keepRows('cancellations', equals(cancellations.patientId, 'patientId')),
  keepRows(
    'progress',
    sql`${progress.id} in (select ${cancellations.id} from ${cancellations}
      where ${cancellations.practiceKey} = ${ownPracticeKey}
        and ${equals(cancellations.patientId, 'patientId')})`,
  ),
  keepRows('waiting_list', equals(waitingList.patientId, 'patientId')),
  keepRows('recall_contacts', equals(recallContacts.patientId, 'patientId')),
]
const note = [
  keepRows('notes', equals(notes.id, 'noteId')),
  keepRows('note_revisions', ofNote(param('noteId', noteRevisions.noteId))),
]
const entry = [
  keepRows('entries', equals(entries.id, 'entryId')),
  keepRows('progress', equals(progress.id, 'entryId')),
]
const tag = [
  keepRows('tags', equals(tags.id, 'tagId')),
  keepRows('patient_tags', equals(patientTags.tagId, 'tagId')),
]
const tagLink = [
  keepRows(
    'patient_tags',
    and(equals(patientTags.patientId, 'patientId'), equals(patientTags.tagId, 'tagId'))!,
  ),
]
const waiting = [keepRows('waiting_list', equals(waitingList.id, 'waitingId'))]
const chair = [keepRows('chairs', equals(chairs.id, 'chairId'))]
const dayNote = [keepRows('day_notes', equals(dayNotes.id, 'dayNoteId'))]
const absence = [keepRows('absences', equals(absences.id, 'absenceId'))]
const closure = [keepRows('closures', equals(closures.id, 'closureId'))]

/** Keeps a patient with all records of the patient, and which entries named the patient. */
export const archivePatient = (tx: WriteScope, patientId: string, now: number): void =>
  keep(tx, { kind: 'patient', recordId: patientId, patientId }, patient, { patientId }, now)

/** Keeps a note with its revisions. */
export const archiveNote = (
  tx: WriteScope,
  { id: noteId, patientId }: { readonly id: string; readonly patientId: string },
  now: number,
): void => keep(tx, { kind: 'note', recordId: noteId, patientId }, note, { noteId }, now)

/** Keeps an entry of the calendar, with the progress of its visit. */
export const archiveEntry = (
  tx: WriteScope,
  { id: entryId, patientId }: { readonly id: string; readonly patientId: string | null },
  now: number,
): void => keep(tx, { kind: 'appointment', recordId: entryId, patientId }, entry, { entryId }, now)

/** Keeps a tag, and which patients have it. */
export const archiveTag = (tx: WriteScope, tagId: string, now: number): void =>
  keep(tx, { kind: 'tag', recordId: tagId, patientId: null }, tag, { tagId }, now)

/** Keeps in the archive that a patient has a tag. Nothing is kept when the patient does not have the tag. */
export const archiveTagLink = (tx: WriteScope, patientId: string, tagId: string, now: number): void =>
  keep(tx, { kind: 'tagLink', recordId: tagId, patientId }, tagLink, { patientId, tagId }, now)

/** Keeps an item of the waiting list. */
export const archiveWaiting = (
  tx: WriteScope,
  { id: waitingId, patientId }: { readonly id: string; readonly patientId: string },
  now: number,
): void => keep(tx, { kind: 'waiting', recordId: waitingId, patientId }, waiting, { waitingId }, now)

/** Keeps a chair. */
export const archiveChair = (tx: WriteScope, chairId: string, now: number): void =>
  keep(tx, { kind: 'chair', recordId: chairId, patientId: null }, chair, { chairId }, now)

/** Keeps a closure. */
export const archiveClosure = (tx: WriteScope, closureId: string, now: number): void =>
  keep(tx, { kind: 'closure', recordId: closureId, patientId: null }, closure, { closureId }, now)

/** Keeps a note on a day. */
export const archiveDayNote = (tx: WriteScope, dayNoteId: string, now: number): void =>
  keep(tx, { kind: 'dayNote', recordId: dayNoteId, patientId: null }, dayNote, { dayNoteId }, now)

/** Keeps an absence. */
export const archiveAbsence = (tx: WriteScope, absenceId: string, now: number): void =>
  keep(tx, { kind: 'absence', recordId: absenceId, patientId: null }, absence, { absenceId }, now)

interface Deleted {
  readonly kind: ArchiveKind
  readonly recordId: string
  readonly patientId: string | null
}

function keep(tx: WriteScope, deleted: Deleted, copies: Change[], of: Params, now: number): void {
  const archiveId = newId(now)
  let rows = 0
  for (const copy of copies) rows += tx.run(copy, { archiveId, ...of })
  if (rows === 0) return
  tx.insert(archive, {
    id: archiveId,
    ...deleted,
    deletedAt: now,
    deletedBy: tx.act.actor.userId,
    keepUntil: keptUntil(deleted.kind, now, keepingOf(findPractice(tx)!)),
  })
}

/** The settings and the time zone that decide how long a practice keeps deleted records. */
export const keepingOf = (practice: PracticeRow) => ({ ...settingsOf(practice), timezone: practice.timezone })
