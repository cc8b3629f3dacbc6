import type { ArchiveKind } from '../../domain/archive.ts'
import type { RecordKind } from '../../domain/audit.ts'
import {
  mostAbsences,
  mostChairs,
  mostClosures,
  mostDayNotes,
  mostTags,
  mostWaiting,
  requireRoom,
} from '../../domain/limits.ts'
import { requireFreeName } from '../../domain/name-key.ts'
import { conflict, found, type Issue } from '../../domain/problem.ts'
import {
  type ArchivedRow,
  type DeletedRecord,
  findArchived,
  findDeletedRecord,
} from '../../store/archive/archive-list.ts'
import {
  type LeftOut,
  removeArchived,
  restoreAbsence,
  restoreChair,
  restoreClosure,
  restoreDayNote,
  restoreEntry,
  restoreNote,
  restorePatient,
  restoreTag,
  restoreTagLink,
  restoreWaiting,
} from '../../store/archive/archive-restore.ts'
import { countDayNotes } from '../../store/calendar/day-notes.ts'
import { findEntry, listEntriesAhead } from '../../store/calendar/entries.ts'
import { countWaiting } from '../../store/calendar/waiting-list.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { beginReplan } from '../../store/notices/notice-replan.ts'
import { findPatient, hasPatient } from '../../store/patients/patients.ts'
import { countTags, findTag, findTagByName } from '../../store/patients/tags.ts'
import { unmergePatients } from '../../store/person/merging.ts'
import { countAbsences } from '../../store/practice/absences.ts'
import { countChairs, findChairByName } from '../../store/practice/chairs.ts'
import { countClosures } from '../../store/practice/closures.ts'
import { findPractice, hasStatus } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import {
  remindAnew,
  requireChairInUse,
  requireFreeChair,
  requireFreePractitioner,
} from '../calendar/booking.ts'
import type { Restored } from './schema.ts'

type Differences = Issue[]
type Restore = (tx: WriteScope, item: ArchivedRow, record: DeletedRecord, now: number) => Differences

/**
 * Brings a deleted record back (RULES §15). Ids, times and authors stay as they were.
 * @throws `not_found`; `conflict` when the time or the name of the record is taken, or when a record to which it
 * belongs is gone.
 */
export const restoreDeleted = (practice: Practice, archiveId: string, now: number): Promise<Restored> =>
  practice.write((tx): Restored => {
    const item = found(findArchived(tx, archiveId))
    const { kind, recordId, patientId } = item
    const differences = restores[kind](tx, item, findDeletedRecord(tx, archiveId), now)
    removeArchived(tx, archiveId)
    const record = { kind: recordKinds[kind], id: recordId }
    // A merge that is undone concerns both patients.
    const of = kind === 'merge' ? { patientId: recordId, patients: [patientId!] } : { patientId }
    tx.record({ kind: 'write', record, ...of, detail: { archiveId } })
    return { restored: true, kind, recordId, differences }
  })

/** The kind of record under which the audit trail names a record that is brought back. */
const recordKinds: Readonly<Record<ArchiveKind, RecordKind>> = {
  patient: 'patient',
  note: 'note',
  appointment: 'appointment',
  tagLink: 'tag',
  tag: 'tag',
  chair: 'chair',
  waiting: 'waiting',
  closure: 'closure',
  absence: 'absence',
  dayNote: 'dayNote',
  merge: 'patient',
}

const restores: Readonly<Record<ArchiveKind, Restore>> = {
  patient(tx, { id: archiveId, recordId: id }, record, now) {
    const { firstName, lastName, email, phoneMobile } = record
    const kept = hasStatus(tx, record.status!)
    const status = kept ? record.status! : found(findPractice(tx)).defaultStatus
    const left = restorePatient(
      tx,
      archiveId,
      { id, firstName: firstName!, lastName: lastName!, email, phoneMobile, status },
      now,
    )
    remindAgain(tx, id, now)
    return [...(kept ? [] : [lostStatus(record)]), ...missing(left, 'tags', 'tagIds')]
  },

  note(tx, { id, patientId }) {
    requirePatient(tx, patientId!)
    restoreNote(tx, id)
    return []
  },

  appointment(tx, { id, recordId, patientId }, record, now) {
    if (record.chairId !== null) requireChairInUse(tx, record.chairId)
    if (patientId !== null) requirePatient(tx, patientId)
    for (const requireFree of [requireFreeChair, requireFreePractitioner])
      requireFree(tx, { id: recordId, ...record }, 'First move or delete each entry that is in the way.')
    restoreEntry(tx, id)
    const entry = found(findEntry(tx, recordId))
    if (entry.startAt > now) remindAnew(tx, entry, now)
    return []
  },

  tagLink(tx, { id, recordId: tagId, patientId }) {
    requirePatient(tx, patientId!)
    if (findTag(tx, tagId) === null)
      throw conflict('The tag was deleted. Bring the tag back first.', [
        { path: 'tagId', message: 'must be a tag of the practice' },
      ])
    if (found(findPatient(tx, patientId!)).tagIds.includes(tagId))
      throw conflict('The patient has the tag already. There is nothing to bring back.')
    restoreTagLink(tx, id, patientId!)
    return []
  },

  tag(tx, { id, recordId }, { name }) {
    requireFreeName('tag', findTagByName(tx, name!), recordId, 'Rename that tag first.')
    requireRoom(countTags(tx), mostTags, tooMany(mostTags, 'tags'))
    return missing(restoreTag(tx, id, recordId, name!), 'patients', 'patients')
  },

  waiting(tx, { id, patientId }) {
    requirePatient(tx, patientId!)
    requireRoom(countWaiting(tx), mostWaiting, tooMany(mostWaiting, 'items on the waiting list'))
    restoreWaiting(tx, id)
    return []
  },

  chair(tx, { id, recordId }, { name }) {
    requireFreeName('chair', findChairByName(tx, name!), recordId, 'Rename that chair first.')
    requireRoom(countChairs(tx), mostChairs, tooMany(mostChairs, 'chairs'))
    restoreChair(tx, id, name!)
    return []
  },

  closure(tx, { id }) {
    requireRoom(countClosures(tx), mostClosures, tooMany(mostClosures, 'closures'))
    restoreClosure(tx, id)
    return []
  },

  dayNote(tx, { id }, { date }) {
    requireRoom(countDayNotes(tx, date!), mostDayNotes, `The day has ${mostDayNotes} notes already.`)
    restoreDayNote(tx, id)
    return []
  },

  absence(tx, { id }) {
    requireRoom(countAbsences(tx), mostAbsences, tooMany(mostAbsences, 'absences'))
    restoreAbsence(tx, id)
    return []
  },

  merge(tx, item, record, now) {
    requirePatient(tx, item.patientId!)
    const kept = hasStatus(tx, record.status!)
    const status = kept ? record.status! : found(findPractice(tx)).defaultStatus
    const { links, lacking, changed } = unmergePatients(tx, item, status, now)
    return [
      ...(kept ? [] : [lostStatus(record)]),
      ...missing({ links, entries: 0 }, 'tags', 'tagIds'),
      ...Object.entries(lacking).flatMap(([path, rows]) => (rows > 0 ? [gone(path, rows)] : [])),
      ...changed.map((path) => ({
        path,
        message: 'of the kept patient stays, because it was changed since',
      })),
    ]
  },
}

const lostStatus = ({ status }: DeletedRecord): Issue => ({
  path: 'status',
  message: `is the default status, because the pack does not have \`${status}\` any more`,
})

/** The issue for records that did not come back with a merged patient. */
const gone = (path: string, rows: number): Issue => ({
  path,
  message: `lacks records that were deleted or have another patient: ${rows}`,
})

/** How many appointments of a restored patient get their reminders at once. The upkeep plans the others. */
const mostPlannedAtOnce = 100

/** Plans the messages for the future appointments that belong to a restored patient again, as for a booking. */
function remindAgain(tx: WriteScope, patientId: string, now: number): void {
  const ahead = listEntriesAhead(tx, patientId, now, mostPlannedAtOnce)
  for (const entry of ahead) remindAnew(tx, entry, now)
  if (ahead.length === mostPlannedAtOnce) beginReplan(tx, now)
}

function requirePatient(tx: WriteScope, patientId: string): void {
  if (!hasPatient(tx, patientId))
    throw conflict('The patient was deleted. Bring the patient back first.', [
      { path: 'patientId', message: 'must be a patient of the practice' },
    ])
}

const tooMany = (most: number, what: string) =>
  `There are ${most} ${what}, and there can be no more. Delete one of the ${what} first.`

/** The issues for links and entries that did not come back with a record, because they are gone. */
function missing({ links, entries }: LeftOut, others: string, path: string): Differences {
  const differences: Differences = []
  if (links > 0) differences.push({ path, message: `lacks ${others} that were deleted: ${links}` })
  if (entries > 0)
    differences.push({
      path: 'appointments',
      message: `lacks entries that were deleted or have another patient: ${entries}`,
    })
  return differences
}
