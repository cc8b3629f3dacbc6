/** Keeps what is about to be deleted (RULES §15). Call it first: it reads the rows while they are there. */
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
import { type Change, ownPracticeKey, param } from '../engine/statement.ts'
import type { Params } from '../engine/values.ts'
import { findPractice, type PracticeRow } from '../practice/practice.ts'
import { keepEntryPatients, keepRows } from './archived-rows.ts'

const ofNote = (noteId: SQL) => eq(noteRevisions.noteId, noteId)
const patientsNotes = eq(notes.patientId, param('patientId', notes.patientId))

const patient = [
  keepRows('patients', eq(patients.id, param('patientId', patients.id))),
  keepRows('notes', patientsNotes),
  keepRows(
    'note_revisions',
    sql`${noteRevisions.noteId} in (select ${notes.id} from ${notes}
      where ${notes.practiceKey} = ${ownPracticeKey} and ${patientsNotes})`,
  ),
  keepRows('patient_tags', eq(patientTags.patientId, param('patientId', patientTags.patientId))),
  keepEntryPatients(eq(entries.patientId, param('patientId', entries.patientId))),
  keepRows('cancellations', eq(cancellations.patientId, param('patientId', cancellations.patientId))),
  keepRows(
    'progress',
    sql`${progress.id} in (select ${cancellations.id} from ${cancellations}
      where ${cancellations.practiceKey} = ${ownPracticeKey}
        and ${eq(cancellations.patientId, param('patientId', cancellations.patientId))})`,
  ),
  keepRows('waiting_list', eq(waitingList.patientId, param('patientId', waitingList.patientId))),
  keepRows('recall_contacts', eq(recallContacts.patientId, param('patientId', recallContacts.patientId))),
]
const note = [
  keepRows('notes', eq(notes.id, param('noteId', notes.id))),
  keepRows('note_revisions', ofNote(param('noteId', noteRevisions.noteId))),
]
const entry = [
  keepRows('entries', eq(entries.id, param('entryId', entries.id))),
  keepRows('progress', eq(progress.id, param('entryId', progress.id))),
]
const tag = [
  keepRows('tags', eq(tags.id, param('tagId', tags.id))),
  keepRows('patient_tags', eq(patientTags.tagId, param('tagId', patientTags.tagId))),
]
const tagLink = [
  keepRows(
    'patient_tags',
    and(
      eq(patientTags.patientId, param('patientId', patientTags.patientId)),
      eq(patientTags.tagId, param('tagId', patientTags.tagId)),
    )!,
  ),
]
const waiting = [keepRows('waiting_list', eq(waitingList.id, param('waitingId', waitingList.id)))]
const chair = [keepRows('chairs', eq(chairs.id, param('chairId', chairs.id)))]
const dayNote = [keepRows('day_notes', eq(dayNotes.id, param('dayNoteId', dayNotes.id)))]
const absence = [keepRows('absences', eq(absences.id, param('absenceId', absences.id)))]
const closure = [keepRows('closures', eq(closures.id, param('closureId', closures.id)))]

/** Keeps a patient with all that is theirs, and which entries named them. */
export const archivePatient = (tx: WriteScope, patientId: string, now: number): void =>
  keep(tx, { kind: 'patient', recordId: patientId, patientId }, patient, { patientId }, now)

/** Keeps a note with its revisions. */
export const archiveNote = (
  tx: WriteScope,
  { id: noteId, patientId }: { readonly id: string; readonly patientId: string },
  now: number,
): void => keep(tx, { kind: 'note', recordId: noteId, patientId }, note, { noteId }, now)

/** Keeps an entry of the calendar, and how far its visit is. */
export const archiveEntry = (
  tx: WriteScope,
  { id: entryId, patientId }: { readonly id: string; readonly patientId: string | null },
  now: number,
): void => keep(tx, { kind: 'appointment', recordId: entryId, patientId }, entry, { entryId }, now)

/** Keeps a tag, and which patients have it. */
export const archiveTag = (tx: WriteScope, tagId: string, now: number): void =>
  keep(tx, { kind: 'tag', recordId: tagId, patientId: null }, tag, { tagId }, now)

/** Keeps in the archive that a patient has a tag. It keeps nothing when they do not have the tag. */
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

/** How long a practice keeps what it deleted. */
export const keepingOf = (practice: PracticeRow) => ({ ...settingsOf(practice), timezone: practice.timezone })
