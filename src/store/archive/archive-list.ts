import { and, desc, gt, type SQL, sql } from 'drizzle-orm'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { dayNotes } from '../../../db/schema/day-notes.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { users } from '../../../db/schema/members.ts'
import { notes } from '../../../db/schema/notes.ts'
import { patients, tags } from '../../../db/schema/patients.ts'
import type { ArchiveKind } from '../../domain/archive.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, equals, param, select } from '../engine/statement.ts'
import { archived } from './archived-rows.ts'

const fields = {
  ...columnsOf(archive),
  deletedByName: sql<string | null>`(select ${users.name} from ${users}
    where ${users.practiceKey} = ${archive.practiceKey} and ${users.id} = ${archive.deletedBy})`,
}

/** Records that are being removed from the archive are no longer found. */
const stays = gt(archive.keepUntil, sql`0`)
const byId = select({ fields, from: archive, where: and(equals(archive.id, 'id'), stays) })

const ofKind = equals(archive.kind, 'kind')
const ofPatient = equals(archive.patientId, 'patientId')
const newestFirst = (...filters: SQL[]) =>
  select({
    fields,
    from: archive,
    where: and(
      ...filters,
      sql`(${archive.deletedAt}, ${archive.id}) < (${param('beforeDeleted')}, ${param('beforeId', archive.id)})`,
      stays,
    ),
    orderBy: [desc(archive.deletedAt), desc(archive.id)],
    limit: param('limit'),
  })
const all = newestFirst()
const allOfKind = newestFirst(ofKind)
const allOfPatient = newestFirst(ofPatient)
/** The plus makes SQLite search by the patient. Far more items may have the same kind. */
const allOfKindAndPatient = newestFirst(ofPatient, sql`+${archive.kind} = ${param('kind', archive.kind)}`)

/**
 * The fields of a deleted record that the list shows. The first archived row is the record itself. The rows that were
 * deleted with it follow.
 */
const firstRow = select({
  fields: {
    firstName: sql<string | null>`${archived(patients.firstName)}`,
    lastName: sql<string | null>`${archived(patients.lastName)}`,
    dob: sql<string | null>`${archived(patients.dob)}`,
    email: sql<string | null>`${archived(patients.email)}`,
    phoneMobile: sql<string | null>`${archived(patients.phoneMobile)}`,
    status: sql<string | null>`${archived(patients.status)}`,
    name: sql<string | null>`${archived(tags.name)}`,
    title: sql<string | null>`${archived(notes.title)}`,
    beginning: sql<string | null>`substr(${archived(notes.body)}, 1, 60)`,
    type: sql`${archived(entries.type)}`.mapWith(entries.type),
    startAt: sql<number>`${archived(entries.startAt)}`,
    endAt: sql<number>`${archived(entries.endAt)}`,
    chairId: sql`${archived(entries.chairId)}`.mapWith(entries.chairId),
    practitionerId: sql`${archived(entries.practitionerId)}`.mapWith(entries.practitionerId),
    date: sql<string | null>`${archived(dayNotes.date)}`,
    text: sql<string | null>`${archived(dayNotes.text)}`,
    durationMinutes: sql<number>`${archived(waitingList.durationMinutes)}`,
  },
  from: archiveRows,
  where: equals(archiveRows.archiveId, 'archiveId'),
  orderBy: [archiveRows.position],
  limit: sql`1`,
})

/** The deleted record with this id that can be brought back, or null. */
export const findArchived = (scope: Scope, id: string) => scope.get(byId, { id })
export type ArchivedRow = NonNullable<ReturnType<typeof findArchived>>

/** A position in the list of deleted records: behind the item that was deleted at this moment and has this id. */
export interface ArchivePlace {
  readonly deletedAt: number
  readonly id: string
}

/** The deleted records behind `after`, the newest first. */
export function listArchived(
  scope: Scope,
  { kind, patientId }: { readonly kind?: ArchiveKind | undefined; readonly patientId?: string | undefined },
  after: ArchivePlace | null,
  limit: number,
): ArchivedRow[] {
  const ofBoth = patientId === undefined ? allOfKind : allOfKindAndPatient
  const ofOne = patientId === undefined ? all : allOfPatient
  return scope.all(kind === undefined ? ofOne : ofBoth, {
    kind,
    patientId,
    beforeDeleted: after?.deletedAt ?? Number.MAX_SAFE_INTEGER,
    beforeId: after?.id ?? '',
    limit,
  })
}

/** The fields of the deleted record in an archive item. Only the fields of its kind have a value. */
export const findDeletedRecord = (scope: Scope, archiveId: string) => scope.get(firstRow, { archiveId })!
export type DeletedRecord = ReturnType<typeof findDeletedRecord>
