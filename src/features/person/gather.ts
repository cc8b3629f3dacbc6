import type { OwnTexts } from '../../domain/own-fields.ts'
import { found } from '../../domain/problem.ts'
import { type Progress, progressOf, stateTexts } from '../../domain/progress.ts'
import { settingsOf } from '../../domain/settings.ts'
import { formatInstant } from '../../domain/time.ts'
import { jsonChunks, type Pages, pagesOf } from '../../http/pages.ts'
import { listMembers } from '../../store/access/members.ts'
import type { EntryRow } from '../../store/calendar/entries.ts'
import { findProgress } from '../../store/calendar/progress.ts'
import type { Scope } from '../../store/engine/scope.ts'
import { listNotes, listRevisions, type NoteRow } from '../../store/patients/notes.ts'
import { findPatient } from '../../store/patients/patients.ts'
import { listTags } from '../../store/patients/tags.ts'
import { findPerson } from '../../store/person/erasure.ts'
import {
  findDeletedPatient,
  listCancelledOf,
  listDeletedOf,
  listDeletedRows,
  listEntriesOf,
  listMessagesOf,
  listOnlineOf,
  listRecallsOf,
  listTrailOf,
  listWaitingOf,
  type PersonsDeleted,
  type PersonsMessage,
  type PersonsTrail,
} from '../../store/person/person.ts'
import { listChairs } from '../../store/practice/chairs.ts'
import { findPractice } from '../../store/practice/practice.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'

/**
 * Records in the audit trail that a person's data leave the service. Call it before `gatherPerson`.
 * @throws `not_found` when the practice does not know the person.
 */
export const recordExport = (practice: Practice, patientId: string): Promise<void> =>
  practice.write((tx): void => {
    found(findPerson(tx, patientId))
    tx.record({ kind: 'export', record: { kind: 'patient', id: patientId }, patientId })
  })

/**
 * All data of a person. The lists are read while they are sent, so the memory never holds more than a page. `now` is in
 * epoch milliseconds.
 * @throws `not_found` when the practice does not know the person.
 */
export const gatherPerson = ({ read }: ReadablePractice, patientId: string, now: number): Person =>
  read.snapshot(() => gather(read, patientId, now))

export type Person = ReturnType<typeof gather>

/** The JSON text of everything about a person, in chunks. */
export const personAsJson = (person: Person): Generator<string> => jsonChunks(person)

function gather(scope: Scope, patientId: string, now: number) {
  const { id, name } = found(findPractice(scope))
  const names = new Map(listMembers(scope).map((member) => [member.id, member.name]))
  const byMember = (memberId: string | null) =>
    memberId === null ? null : { id: memberId, name: names.get(memberId) ?? null }
  const chairs = new Map(listChairs(scope).map((chair) => [chair.id, chair.name]))
  return {
    exportedAt: formatInstant(now),
    practice: { id, name },
    patient: recordOf(scope, patientId),
    notes: pagesOf(
      () => listNotes(scope, patientId),
      (note) => viewNote(scope, note, byMember),
    ),
    appointments: pagesOf(
      () => listEntriesOf(scope, patientId),
      (entry) => ({
        ...viewEntry(entry, chairs, byMember),
        ...viewVisit(progressOf(entry, findProgress(scope, entry.id), now), byMember),
      }),
    ),
    cancelled: pagesOf(
      () => listCancelledOf(scope, patientId),
      ({ wishOf, cancelledBy, ...row }) => {
        const entry = { ...row, type: 'appointment' as const }
        return {
          ...viewEntry(entry, chairs, byMember),
          ...viewVisit(progressOf(entry, findProgress(scope, row.id), now), byMember),
          by: wishOf,
          cancelledBy: byMember(cancelledBy),
        }
      },
    ),
    waiting: pagesOf(
      () => listWaitingOf(scope, patientId),
      ({ practiceId: _, patientId: __, chairIds, createdBy, ...row }) => ({
        ...readable(row),
        chairs: chairIds?.map((id) => chairs.get(id) ?? null) ?? null,
        createdBy: byMember(createdBy),
      }),
    ),
    online: pagesOf(
      () => listOnlineOf(scope, patientId),
      ({ state, visitor, answers, ...booking }) => ({
        state,
        ...readable(booking),
        firstName: visitor?.firstName ?? null,
        lastName: visitor?.lastName ?? null,
        answers: (answers ?? []).map(({ question, answer }) => `${question} ${answer}`),
      }),
    ),
    recalls: pagesOf(
      () => listRecallsOf(scope, patientId),
      ({ practiceId: _, patientId: __, createdBy, ...row }) => ({
        ...readable(row),
        createdBy: byMember(createdBy),
      }),
    ),
    messages: pagesOf(() => listMessagesOf(scope, patientId), viewMessage),
    access: pagesOf(
      () => listTrailOf(scope, patientId),
      (row) => viewTrail(row, byMember),
    ),
    deleted: pagesOf(
      () => listDeletedOf(scope, patientId),
      (item) => viewDeleted(scope, item, byMember),
    ),
  }
}

type ByMember = (memberId: string | null) => { readonly id: string; readonly name: string | null } | null

/**
 * The patient's record with the names of their tags. For a deleted patient, the record as it was before the deletion.
 */
function recordOf(scope: Scope, patientId: string) {
  const live = findPatient(scope, patientId)
  const { record, deletedAt } =
    live === null ? found(findDeletedPatient(scope, patientId)) : { record: live, deletedAt: null }
  const { practiceId: _, tagIds, ownFields, ...fields } = record as Record<string, unknown>
  const tags = listTags(scope)
  const namesOfTags = ((tagIds as readonly string[] | undefined) ?? []).flatMap(
    (tagId) => tags.find(({ id }) => id === tagId)?.name ?? [],
  )
  return {
    ...readable(fields),
    tags: namesOfTags,
    ownFields: ownTextsIn(scope, (ownFields as OwnTexts | null | undefined) ?? {}),
    deletedAt: deletedAt === null ? null : formatInstant(deletedAt),
  }
}

/** The texts in the practice's own fields. Each text follows the name of its field. */
function ownTextsIn(scope: Scope, texts: OwnTexts): string[] {
  const defined = settingsOf(found(findPractice(scope))).ownFields
  return Object.entries(texts).map(
    ([id, text]) => `${defined.find((field) => field.id === id)?.name ?? id}: ${text}`,
  )
}

/** An entry of the calendar or a cancelled appointment, with the name of its chair. */
const viewEntry = (
  { practiceId: _, patientId: __, chairId, createdBy, ...entry }: EntryRow,
  chairs: ReadonlyMap<string, string>,
  byMember: ByMember,
) => ({
  ...readable(entry),
  chair: chairId === null ? null : (chairs.get(chairId) ?? null),
  createdBy: byMember(createdBy),
})

const viewVisit = ({ steps, note }: Progress, byMember: ByMember) => ({
  steps: steps.map(({ step, at, by }) => ({
    step: stateTexts[step],
    at: formatInstant(at),
    by: byMember(by),
  })),
  missedNote: note,
})

const viewNote = (scope: Scope, note: NoteRow, byMember: ByMember) => ({
  id: note.id,
  title: note.title,
  body: note.body,
  isNext: note.isNext,
  createdBy: byMember(note.createdBy),
  createdAt: formatInstant(note.createdAt),
  updatedBy: byMember(note.updatedBy),
  updatedAt: formatInstant(note.updatedAt),
  revisions:
    note.earlierVersions === 0
      ? []
      : pagesOf(
          () => listRevisions(scope, note),
          ({ version, title, body, isNext, savedAt, savedBy }) => ({
            version,
            title,
            body,
            isNext,
            savedAt: formatInstant(savedAt),
            savedBy: byMember(savedBy),
          }),
        ),
})

const viewMessage = ({ entryId, startAt, dueAt, sentAt, ...message }: PersonsMessage) => ({
  ...message,
  appointmentId: message.kind === 'recall' ? null : entryId,
  startAt: formatInstant(startAt),
  dueAt: formatInstant(dueAt),
  sentAt: sentAt === null ? null : formatInstant(sentAt),
})

const viewTrail = (row: PersonsTrail, byMember: ByMember) => ({
  at: formatInstant(row.at),
  kind: row.kind,
  action: row.action,
  actor: { kind: row.actor, role: row.role, member: byMember(row.userId) },
  address: row.address,
  requestId: row.requestId === null ? null : `req_${row.requestId}`,
  record: row.recordKind === null ? null : { kind: row.recordKind, id: row.recordId },
  times: row.times,
  fields: row.fields ?? [],
  before: row.before === null ? null : parsed(row.before),
  after: row.after === null ? null : parsed(row.after),
})

const viewDeleted = (scope: Scope, item: PersonsDeleted, byMember: ByMember) => ({
  id: item.id,
  kind: item.kind,
  recordId: item.recordId,
  deletedAt: formatInstant(item.deletedAt),
  deletedBy: byMember(item.deletedBy),
  keepUntil: formatInstant(item.keepUntil),
  rows: pagesOf(
    () => listDeletedRows(scope, item.id),
    ({ source, row }) => ({ source, row: readable(row) }),
  ),
})

const parsed = (text: string): Record<string, unknown> => JSON.parse(text)

/** The fields of a record, with every instant as text. */
const readable = (row: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key,
      key.endsWith('At') && typeof value === 'number' ? formatInstant(value) : value,
    ]),
  )

/** The items of a list of a person. */
export type ItemOf<List> = List extends Pages<infer Item> ? Item : never
