/** Reads everything about one person, in pages, for a copy of these data (RULES §16). */
import { and, eq, gt, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { segmentIn } from '../../../db/audit-segment.ts'
import { archive, archiveRows } from '../../../db/schema/archive.ts'
import { audit } from '../../../db/schema/audit.ts'
import { entries } from '../../../db/schema/calendar.ts'
import { waitingList } from '../../../db/schema/front-desk.ts'
import { pastReminders, reminderJobs } from '../../../db/schema/notices.ts'
import { onlineBookings } from '../../../db/schema/online-bookings.ts'
import { practices } from '../../../db/schema/practice.ts'
import { recallContacts } from '../../../db/schema/recalls.ts'
import { cancellations } from '../../../db/schema/visits.ts'
import { textOfId } from '../../../db/stored-id.ts'
import { archivedRow } from '../archive/archived-row.ts'
import type { CancellationRow } from '../calendar/cancellations.ts'
import type { EntryRow } from '../calendar/entries.ts'
import { inPages } from '../engine/in-pages.ts'
import type { Scope } from '../engine/scope.ts'
import { columnsOf, param, type Select, select } from '../engine/statement.ts'
import {
  archivedItems,
  archivedRecord,
  entriesOfPerson,
  idsIn,
  isTheirs,
  noticesOfPerson,
  own,
  paramsOf,
  person,
  persons,
  trailOfPerson,
} from '../patients/person-sql.ts'

/** How many rows are read at a time. Fewer are read when they are long. */
const pageSize = 100
const limit = sql`${pageSize}`

const recordOfDeleted = select({
  fields: {
    row: archivedRecord,
    deletedAt: sql<number | null>`(select max(deleted_at) from archive where ${own('archive')}
      and archive.patient_id = ${person} and archive.record_id = ${person})`,
  },
  from: practices,
})

/** The record of a deleted patient as it was, and when it was deleted. Null when there is none. */
export function findDeletedPatient(scope: Scope, patientId: string) {
  const { row, deletedAt } = scope.get(recordOfDeleted, { person: patientId }) ?? {
    row: null,
    deletedAt: null,
  }
  return row === null ? null : { record: archivedRow('patients', row), deletedAt }
}

const inOrder = <T extends typeof entries | typeof cancellations>(table: T, isTheirs: SQL) => {
  const { startAt, id } = columnsOf<typeof entries | typeof cancellations>(table)
  return select({
    fields: columnsOf(table),
    from: table,
    where: and(isTheirs, sql`(${startAt}, ${id}) > (${param('afterStart')}, ${param('afterId', id)})`),
    orderBy: [startAt, id],
    limit,
  })
}
const entriesInOrder = inOrder(entries, entriesOfPerson)
const cancelledInOrder = inOrder(cancellations, isTheirs('cancellations'))

const pagesOf = <R extends { readonly startAt: number; readonly id: string }>(
  scope: Scope,
  patientId: string,
  rows: Select<R>,
): Generator<R[]> => {
  const params = paramsOf(scope, patientId)
  return inPages<R>(pageSize, (last) =>
    scope.some(rows, {
      ...params,
      afterStart: last?.startAt ?? Number.MIN_SAFE_INTEGER,
      afterId: last?.id ?? '',
    }),
  )
}

/**
 * The entries of a person in pages, by start. Entries that lost their patient when the person was deleted are included.
 */
export const listEntriesOf = (scope: Scope, patientId: string): Generator<EntryRow[]> =>
  pagesOf(scope, patientId, entriesInOrder)

/** The cancelled appointments of a person in pages, by start. Those that lost their patient are included. */
export const listCancelledOf = (scope: Scope, patientId: string): Generator<CancellationRow[]> =>
  pagesOf(scope, patientId, cancelledInOrder)

const waitingOfPerson = select({
  fields: columnsOf(waitingList),
  from: waitingList,
  where: and(eq(waitingList.patientId, person), gt(waitingList.id, param('afterId', waitingList.id))),
  orderBy: [waitingList.id],
  limit,
})
type PersonsWaiting = ReturnType<typeof waitingOfPerson.decode>

/** The wishes of a person on the waiting list, in pages. */
export const listWaitingOf = (scope: Scope, patientId: string): Generator<PersonsWaiting[]> =>
  inPages<PersonsWaiting>(pageSize, (last) =>
    scope.some(waitingOfPerson, { person: patientId, afterId: last?.id ?? '' }),
  )

const onlineOfPerson = select({
  fields: {
    id: onlineBookings.id,
    state: onlineBookings.state,
    startAt: onlineBookings.startAt,
    endAt: onlineBookings.endAt,
    createdAt: onlineBookings.createdAt,
    channel: onlineBookings.channel,
    contact: onlineBookings.contact,
    language: onlineBookings.language,
    visitor: onlineBookings.visitor,
    answers: onlineBookings.answers,
  },
  from: onlineBookings,
  where: and(
    sql`${onlineBookings.patientId} in ${persons}`,
    gt(onlineBookings.id, param('afterId', onlineBookings.id)),
  ),
  orderBy: [onlineBookings.id],
  limit,
})
type PersonsOnline = ReturnType<typeof onlineOfPerson.decode>

/**
 * What a person typed in online bookings, in pages. When a booking has become an appointment, its entry has the
 * answers.
 */
export const listOnlineOf = (scope: Scope, patientId: string): Generator<PersonsOnline[]> => {
  const params = paramsOf(scope, patientId)
  return inPages<PersonsOnline>(pageSize, (last) =>
    scope.some(onlineOfPerson, { ...params, afterId: last?.id ?? '' }),
  )
}

const recallsOfPerson = select({
  fields: columnsOf(recallContacts),
  from: recallContacts,
  where: and(
    eq(recallContacts.patientId, person),
    gt(recallContacts.id, param('afterId', recallContacts.id)),
  ),
  orderBy: [recallContacts.id],
  limit,
})
type PersonsRecall = ReturnType<typeof recallsOfPerson.decode>

/** The contacts with a person about coming again, in pages. */
export const listRecallsOf = (scope: Scope, patientId: string): Generator<PersonsRecall[]> =>
  inPages<PersonsRecall>(pageSize, (last) =>
    scope.some(recallsOfPerson, { person: patientId, afterId: last?.id ?? '' }),
  )

const messageFields = <T extends typeof reminderJobs | typeof pastReminders>(table: T) => ({
  id: table.id as SQLiteColumn & T['id'],
  entryId: table.entryId as SQLiteColumn & T['entryId'],
  channel: table.channel as SQLiteColumn & T['channel'],
  kind: table.kind as SQLiteColumn & T['kind'],
  state: table.state as SQLiteColumn & T['state'],
  reason: table.reason as SQLiteColumn & T['reason'],
  startAt: table.startAt as SQLiteColumn & T['startAt'],
  dueAt: table.dueAt as SQLiteColumn & T['dueAt'],
  sentAt: table.sentAt as SQLiteColumn & T['sentAt'],
})

const messagesIn = (table: typeof reminderJobs | typeof pastReminders) =>
  select({
    fields: messageFields(table),
    from: table,
    where: and(
      noticesOfPerson(table === reminderJobs ? 'reminder_jobs' : 'past_reminders'),
      sql`(${table.entryId}, ${table.id}) > (${param('afterEntryId', table.entryId)}, ${param('afterId', table.id)})`,
    ),
    orderBy: [table.entryId, table.id],
    limit,
  })
const liveMessages = messagesIn(reminderJobs)
const retiredMessages = messagesIn(pastReminders)
export type PersonsMessage = ReturnType<typeof liveMessages.decode>

/** The messages that were planned for a person, whether they were sent or not, in pages. */
export const listMessagesOf = (scope: Scope, patientId: string) => messagesOf(scope, patientId)

function* messagesOf(scope: Scope, patientId: string): Generator<PersonsMessage[]> {
  const params = paramsOf(scope, patientId)
  for (const messages of [retiredMessages, liveMessages])
    yield* inPages<PersonsMessage>(pageSize, (last) =>
      scope.some(messages, { ...params, afterEntryId: last?.entryId ?? '', afterId: last?.id ?? '' }),
    )
}

/**
 * An audit row about an entry that moved from one patient to another concerns both patients. The values before belong
 * to the first patient, and the values after belong to the second. Nobody gets a copy of the other patient's values.
 */
const isOwn = {
  before: sql`(${audit.patients} is null or ${audit.patientId} is null or ${audit.patientId} not in ${persons})`,
  after: sql`${audit.patientId} in ${persons}`,
}

/** The ids of patients who were merged with the person until the merge was undone. */
const partedFrom = select({
  fields: {
    ids: sql<string>`(select json_group_array(${sql.raw(textOfId('patient_id'))}) from (
      select distinct other.patient_id from audit merging
      join audit_patients other on other.practice_key = merging.practice_key and other.seq = merging.seq
        and other.segment = ${sql.raw(segmentIn('merging.seq'))}
      where ${own('merging')} and merging.seq in (${trailOfPerson}) and merging.action = 'mergePatients'
        and other.patient_id not in ${persons}))`,
  },
  from: practices,
})
const parted = sql`(${idsIn('parted')})`
const isOfParted = (table: string, id = 'id'): SQL =>
  sql`exists (select 1 from ${sql.raw(table)} where ${own(table)} and ${sql.raw(`${table}.${id}`)} = ${audit.recordId}
    and +${sql.raw(table)}.patient_id in ${parted})`
/**
 * While two patients were merged, the trail names the records of both as records of the kept patient. After the merge
 * was undone, values about the other patient's records belong only to that patient. So do the fields that the merge
 * filled.
 */
const isNobodyElses = sql`not (${sql.join(
  [
    ...['notes', 'entries', 'cancellations', 'waiting_list', 'recall_contacts'].map((table) =>
      isOfParted(table),
    ),
    isOfParted('archive', 'record_id'),
    sql`${audit.action} = 'mergePatients' and exists (select 1 from audit_patients named
      where ${own('named')} and named.segment = ${sql.raw(segmentIn('audit.seq'))} and named.seq = ${audit.seq}
        and named.patient_id in ${parted})`,
  ],
  sql` or `,
)})`

const values = (side: 'before' | 'after'): SQL<string | null> =>
  sql<string | null>`(select ${sql.identifier(side)} from audit_values
    where audit_values.practice_key = ${audit.practiceKey} and audit_values.seq = ${audit.seq} and ${isOwn[side]} and ${isNobodyElses})`

const trail = select({
  fields: {
    seq: audit.seq,
    at: audit.at,
    actor: audit.actor,
    userId: audit.userId,
    role: audit.role,
    address: audit.address,
    requestId: audit.requestId,
    kind: audit.kind,
    action: audit.action,
    recordKind: audit.recordKind,
    recordId: audit.recordId,
    times: audit.times,
    fields: audit.fields,
    before: values('before'),
    after: values('after'),
  },
  from: audit,
  where: sql`${audit.seq} in (${trailOfPerson} and seq > ${param('afterSeq')} order by seq limit ${limit})`,
  orderBy: [audit.seq],
})
export type PersonsTrail = ReturnType<typeof trail.decode>

/** Who saw or changed the records of a person, in pages, oldest first. */
export function listTrailOf(scope: Scope, patientId: string): Generator<PersonsTrail[]> {
  const parted = scope.get(partedFrom, { person: patientId })?.ids ?? '[]'
  return inPages<PersonsTrail>(pageSize, (last) =>
    scope.some(trail, { person: patientId, parted, afterSeq: last?.seq ?? 0 }),
  )
}

const deleted = select({
  fields: columnsOf(archive),
  from: archive,
  where: sql`${archive.id} in (${archivedItems}) and ${archive.id} > ${param('afterId', archive.id)}`,
  orderBy: [archive.id],
  limit,
})
export type PersonsDeleted = ReturnType<typeof deleted.decode>

/** The deleted records of a person that are still kept, in pages. */
export function listDeletedOf(scope: Scope, patientId: string): Generator<PersonsDeleted[]> {
  const params = paramsOf(scope, patientId)
  return inPages<PersonsDeleted>(pageSize, (last) =>
    scope.some(deleted, { ...params, afterId: last?.id ?? '' }),
  )
}

const rowsOfDeleted = select({
  fields: { position: archiveRows.position, source: archiveRows.source, row: archiveRows.row },
  from: archiveRows,
  where: sql`${archiveRows.archiveId} = ${param('archiveId', archiveRows.archiveId)}
    and ${archiveRows.position} > ${param('afterPosition')}`,
  orderBy: [archiveRows.position],
  limit,
})
type DeletedRow = ReturnType<typeof rowsOfDeleted.decode>

/** The rows that one deletion removed, in pages: the table, and the row as it was. */
export const listDeletedRows = (scope: Scope, archiveId: string) => rowsOf(scope, archiveId)

function* rowsOf(scope: Scope, archiveId: string) {
  const pages = inPages<DeletedRow>(pageSize, (last) =>
    scope.some(rowsOfDeleted, { archiveId, afterPosition: last?.position ?? -1 }),
  )
  for (const page of pages) yield page.map(({ source, row }) => ({ source, row: archivedRow(source, row) }))
}
