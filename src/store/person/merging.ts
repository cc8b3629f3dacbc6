/** Merges two records of one person, and undoes it (RULES §25). */
import { type SQL, sql } from 'drizzle-orm'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { patients, patientTags } from '../../../db/schema/patients.ts'
import { keptUntil } from '../../domain/archive.ts'
import { newId } from '../../domain/id.ts'
import { filledBy } from '../../domain/merging.ts'
import { keepingOf } from '../archive/archive.ts'
import { type ArchivedRow, findDeletedRecord } from '../archive/archive-list.ts'
import { removeArchived, restorePatient } from '../archive/archive-restore.ts'
import { keepRows } from '../archive/archived-rows.ts'
import type { Scope, WriteScope } from '../engine/scope.ts'
import { type Change, equals, ownPracticeKey, param, remove, select } from '../engine/statement.ts'
import { reachAgain } from '../notices/notice-reach.ts'
import { untagPatient } from '../patients/patient-tags.ts'
import { findPatient, type PatientRow, removePatient, updatePatient } from '../patients/patients.ts'
import { findPractice, hasStatus } from '../practice/practice.ts'
import { emptyAgain, keepFilled } from './merge-filled.ts'
import { settleNotices } from './merge-notices.ts'
import { findMergeOf, forgetMerge, keepMerge } from './merged.ts'
import { tagsGivenBy, takeTagsBack } from './merged-tags.ts'
import { inArchive, type MovedSource, movers, namesOf } from './moved-rows.ts'

const rowField = (field: string): SQL => sql`${archiveRows.row} ->> ${sql.raw(`'$.${field}'`)}`
const inItem = (field: string, names: readonly MovedSource[]): SQL =>
  sql`select moved.row ->> ${sql.raw(`'$.${field}'`)} from archive_rows moved
    where moved.practice_key = ${ownPracticeKey} and moved.archive_id = ${param('archiveId', archiveRows.archiveId)}
      and moved.source in (${namesOf(names)})`
const records = [
  'moved_notes',
  'moved_entries',
  'moved_cancellations',
  'moved_waiting_list',
  'moved_recall_contacts',
] as const
const notices = ['moved_reminder_jobs', 'moved_past_reminders'] as const
/**
 * Removes rows from the item of a later merge (`furtherId`). They are about records that the undo of an earlier merge
 * (`archiveId`) gave back, or about the item of the earlier merge. Each record may have been deleted, or brought back,
 * between the two merges.
 */
const forgetWentBack: Change = remove(
  archiveRows,
  sql`${archiveRows.archiveId} = ${param('furtherId', archiveRows.archiveId)}
    and ${archiveRows.source} in (${namesOf([...records, ...notices, 'moved_archive'])})
    and (${rowField('id')} in (${inItem('id', [...records, ...notices, 'moved_archive'])})
      or ${rowField('id')} in (${inItem('record_id', ['moved_archive'])})
      or ${rowField('record_id')} in (${inItem('id', records)})
      or ${rowField('id')} = ${inArchive(param('archiveId', archiveRows.archiveId))})`,
)

const record = keepRows('patients', equals(patients.id, 'patientId'))
const links = keepRows('patient_tags', equals(patientTags.patientId, 'patientId'))

const countOf = (...names: MovedSource[]) =>
  sql<number>`count(*) filter (where ${archiveRows.source} in (${sql.raw(names.map((name) => `'${name}'`).join())}))`
const counted = select({
  fields: {
    notes: countOf('moved_notes'),
    appointments: countOf('moved_entries'),
    cancellations: countOf('moved_cancellations'),
    waitingList: countOf('moved_waiting_list'),
    messages: countOf('moved_reminder_jobs', 'moved_past_reminders'),
    tags: countOf('moved_tags'),
    deleted: countOf('moved_archive'),
  },
  from: archiveRows,
  where: equals(archiveRows.archiveId, 'archiveId'),
})
/** How many rows of each kind moved. */
export type Moved = ReturnType<typeof movedIn>
const movedIn = (scope: Scope, archiveId: string) => scope.get(counted, { archiveId })!

/** The result of a merge. */
export interface Merged {
  readonly archiveId: string
  readonly moved: Moved
  /** The fields of the kept record that changed. */
  readonly filled: readonly string[]
}

/**
 * Merges `from` into `kept`. Afterwards, the kept patient has all records of `from`. The patient record of `from` moves
 * to the archive, with the ids of the moved records. The caller has checked that the two are different patients, and
 * records the act.
 */
export function mergePatients(tx: WriteScope, kept: PatientRow, from: PatientRow, now: number): Merged {
  const archiveId = newId(now)
  const sides = { archiveId, from: from.id, to: kept.id }
  tx.run(record, { archiveId, patientId: from.id })
  tx.run(links, { archiveId, patientId: from.id })
  for (const { move } of Object.values(movers)) for (const change of move) tx.run(change, sides)
  untagPatient(tx, from.id)
  removePatient(tx, from.id)
  const changes = filledBy(kept, from)
  const after = { ...kept, ...changes }
  updatePatient(tx, kept, { ...changes, updatedAt: now })
  keepFilled(tx, archiveId, kept, changes)
  keepMerge(tx, from.id, kept.id, now)
  tx.insert(archive, {
    id: archiveId,
    kind: 'merge',
    recordId: from.id,
    patientId: kept.id,
    deletedAt: now,
    deletedBy: tx.act.actor.userId,
    keepUntil: keptUntil('merge', now, keepingOf(findPractice(tx)!)),
  })
  settleNotices(tx, from.id, kept.id, now)
  // Messages that could not reach one of the two patients may reach the person now.
  reachAgain(tx, kept, after, now)
  reachAgain(tx, { ...from, id: kept.id }, after, now)
  return { archiveId, moved: movedIn(tx, archiveId), filled: Object.keys(changes) }
}

/** What the undo of a merge could not bring back. */
export interface Unmerged {
  /** How many tags were deleted since. */
  readonly links: number
  /** How many rows did not come back, because they are gone or have another patient. */
  readonly lacking: {
    readonly notes: number
    readonly appointments: number
    readonly waitingList: number
    /** Records that were already deleted at the time of the merge. */
    readonly deleted: number
  }
  /** The filled fields that somebody has changed since. They stay as they are. */
  readonly changed: readonly string[]
}

/**
 * Undoes a merge. The merged patient comes back, with all records that moved and still belong to the kept patient. If
 * the kept patient was merged further, they belong to the last kept patient. The caller has checked that this patient
 * is there, and removes the item. `status` must be a patient status of the practice's pack.
 */
export function unmergePatients(
  tx: WriteScope,
  { id: archiveId, recordId: patientId, patientId: rootId }: ArchivedRow,
  status: string,
  now: number,
): Unmerged {
  const { firstName, lastName, email, phoneMobile } = findDeletedRecord(tx, archiveId)
  const moved = movedIn(tx, archiveId)
  const names = { firstName: firstName!, lastName: lastName!, email, phoneMobile }
  const { links } = restorePatient(tx, archiveId, { id: patientId, ...names, status }, now)
  const sides = { archiveId, from: rootId, to: patientId }
  const back: Record<string, number> = {}
  let restored = 0
  for (const [name, { putBack, putBackRestored }] of Object.entries(movers)) {
    for (const change of putBack) back[name] = (back[name] ?? 0) + tx.run(change, sides)
    if (putBackRestored !== undefined) restored += tx.run(putBackRestored, sides)
  }
  settleNotices(tx, rootId!, patientId, now)
  const { keptId } = findMergeOf(tx, patientId)!
  forgetMerge(tx, patientId)
  takeTagsBack(tx, keptId, tagsGivenBy(tx, archiveId))
  for (let next = findMergeOf(tx, keptId); next !== null; next = findMergeOf(tx, next.keptId))
    tx.run(forgetWentBack, { archiveId, furtherId: next.id })
  const changed = emptyAgain(tx, archiveId, now)
  const lacking = {
    notes: moved.notes - back.notes!,
    appointments: moved.appointments + moved.cancellations - back.entries! - back.cancellations!,
    waitingList: moved.waitingList - back.waiting_list!,
    deleted: moved.deleted - back.archive! - restored,
  }
  return { links, lacking, changed }
}

/**
 * Undoes the merge of a patient into another patient who is there. Then the first patient can be erased, and the other
 * stays. Nothing happens for a patient who was not merged.
 */
export function partFromKept(tx: WriteScope, patientId: string, now: number): void {
  const item = findMergeOf(tx, patientId)
  if (item === null || findPatient(tx, item.patientId!) === null) return
  const { status } = findDeletedRecord(tx, item.id)
  const practice = findPractice(tx)!
  unmergePatients(tx, item, hasStatus(tx, status!) ? status! : practice.defaultStatus, now)
  removeArchived(tx, item.id)
}
