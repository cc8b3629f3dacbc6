import { keptUntil } from '../../domain/archive.ts'
import { lookupId } from '../../domain/id.ts'
import { found } from '../../domain/problem.ts'
import { findMember } from '../../store/access/members.ts'
import { keepingOf } from '../../store/archive/archive.ts'
import {
  type ArchivedRow,
  type DeletedRecord,
  findDeletedRecord,
  listArchived,
} from '../../store/archive/archive-list.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { findPatient } from '../../store/patients/patients.ts'
import { findTag } from '../../store/patients/tags.ts'
import { findPractice, type PracticeRow } from '../../store/practice/practice.ts'
import type { Practice } from '../../store/store.ts'
import { type ArchiveQuery, archiveCursors } from './schema.ts'

/**
 * An item of the archive with the data for its label. `link` has the present names of the tag and the patient of a tag
 * link, or of the patient who waited. A name is null when the tag or the patient was deleted.
 */
export interface DeletedItem {
  readonly item: ArchivedRow
  readonly record: DeletedRecord
  readonly link: { readonly tag: string | null; readonly patient: string | null } | null
  /** The name of the member who was away; null for other kinds. */
  readonly member: string | null
  readonly keepUntil: number
}

/** A page of the deleted records. @throws `validation_failed` when the cursor is not one of ours. */
export function browseArchive({ read }: Practice, query: ArchiveQuery) {
  const limit = Number(query.limit ?? 50)
  const filter = {
    kind: query.kind,
    patientId: query.patientId === undefined ? undefined : lookupId(query.patientId),
  }
  const after = query.cursor === undefined ? null : archiveCursors.placeOf(query.cursor)
  const rows = listArchived(read, filter, after, limit + 1)
  const practice = found(findPractice(read))
  const items = rows.slice(0, limit).map((item) => shown(read, practice, item))
  return { items, next: rows.length > limit ? archiveCursors.textOf(rows[limit - 1]!) : null }
}

function shown(scope: Scope, practice: PracticeRow, item: ArchivedRow): DeletedItem {
  const record = findDeletedRecord(scope, item.id)
  return {
    item,
    record,
    link: item.kind === 'tagLink' || item.kind === 'waiting' ? linkOf(scope, item) : null,
    member: item.kind === 'absence' ? (findMember(scope, record.practitionerId!)?.name ?? null) : null,
    // Calculated here, because the settings may have changed since the upkeep last checked the item.
    keepUntil: keptUntil(item.kind, item.deletedAt, keepingOf(practice)),
  }
}

function linkOf(scope: Scope, { recordId, patientId }: ArchivedRow) {
  const patient = findPatient(scope, patientId!)
  return {
    tag: findTag(scope, recordId)?.name ?? null,
    patient: patient && `${patient.firstName} ${patient.lastName}`,
  }
}
