import { expect, test } from 'bun:test'
import { segmentOf } from '../../db/audit-segment.ts'
import { archiveRows, archive as archiveTable } from '../../db/schema/archive.ts'
import { audit, auditPatients, auditValues } from '../../db/schema/audit.ts'
import { erasures } from '../../db/schema/erasures.ts'
import { cancellations as cancellationsTable } from '../../db/schema/visits.ts'
import type { ArchiveKind } from '../../src/domain/archive.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { nothingNoted } from '../../src/domain/progress.ts'
import { ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import { defaultWorkingHours } from '../../src/domain/working-hours.ts'
import * as apiTokens from '../../src/store/access/api-tokens.ts'
import * as calendarFeeds from '../../src/store/access/calendar-feeds.ts'
import * as enrolmentLinks from '../../src/store/access/enrolment-links.ts'
import * as members from '../../src/store/access/members.ts'
import * as passkeys from '../../src/store/access/passkeys.ts'
import * as sessions from '../../src/store/access/sessions.ts'
import * as archive from '../../src/store/archive/archive.ts'
import * as archiveHandOver from '../../src/store/archive/archive-hand-over.ts'
import * as archiveList from '../../src/store/archive/archive-list.ts'
import * as archiveRestore from '../../src/store/archive/archive-restore.ts'
import * as auditList from '../../src/store/audit/audit-list.ts'
import * as auditRows from '../../src/store/audit/audit-rows.ts'
import * as ahead from '../../src/store/calendar/ahead.ts'
import * as busyTimes from '../../src/store/calendar/busy-times.ts'
import * as cancellations from '../../src/store/calendar/cancellations.ts'
import * as day from '../../src/store/calendar/day.ts'
import * as dayCounts from '../../src/store/calendar/day-counts.ts'
import * as dayNotes from '../../src/store/calendar/day-notes.ts'
import * as entries from '../../src/store/calendar/entries.ts'
import * as feedEvents from '../../src/store/calendar/feed-events.ts'
import * as online from '../../src/store/calendar/online-bookings.ts'
import * as practitioners from '../../src/store/calendar/practitioners.ts'
import * as progress from '../../src/store/calendar/progress.ts'
import * as series from '../../src/store/calendar/series.ts'
import * as visitsBack from '../../src/store/calendar/visits-back.ts'
import * as waitingList from '../../src/store/calendar/waiting-list.ts'
import * as changes from '../../src/store/changes/changes.ts'
import type { Scope, WriteScope } from '../../src/store/engine/scope.ts'
import * as externalIds from '../../src/store/imports/external-ids.ts'
import * as importRows from '../../src/store/imports/import-rows.ts'
import * as imports from '../../src/store/imports/imports.ts'
import { patientHasRecords } from '../../src/store/imports/touched-patients.ts'
import * as inboxCalls from '../../src/store/inbox/inbox-calls.ts'
import * as inboxMarks from '../../src/store/inbox/inbox-marks.ts'
import * as desk from '../../src/store/inbox/unresolved.ts'
import * as addressee from '../../src/store/notices/addressee.ts'
import * as holdUpkeep from '../../src/store/notices/hold-upkeep.ts'
import * as noticeNews from '../../src/store/notices/notice-news.ts'
import * as noticeReach from '../../src/store/notices/notice-reach.ts'
import * as noticeReplan from '../../src/store/notices/notice-replan.ts'
import * as settings from '../../src/store/notices/notice-settings.ts'
import * as noticeSteps from '../../src/store/notices/notice-steps.ts'
import * as notices from '../../src/store/notices/notices.ts'
import * as pastNotices from '../../src/store/notices/past-notices.ts'
import * as patientNotices from '../../src/store/notices/patient-notices.ts'
import * as recallDue from '../../src/store/notices/recall-due.ts'
import * as recallNotices from '../../src/store/notices/recall-notices.ts'
import { recordOutcome } from '../../src/store/notices/record-outcome.ts'
import * as reminderTimes from '../../src/store/notices/reminder-times.ts'
import * as testNotices from '../../src/store/notices/test-notices.ts'
import { findLikely } from '../../src/store/patients/likely-patients.ts'
import * as notes from '../../src/store/patients/notes.ts'
import { countPatients, listPatients } from '../../src/store/patients/patient-list.ts'
import * as patientTags from '../../src/store/patients/patient-tags.ts'
import * as patientVisits from '../../src/store/patients/patient-visits.ts'
import * as patients from '../../src/store/patients/patients.ts'
import * as personSql from '../../src/store/patients/person-sql.ts'
import * as recalls from '../../src/store/patients/recalls.ts'
import * as tags from '../../src/store/patients/tags.ts'
import * as erasure from '../../src/store/person/erasure.ts'
import * as mergeFilled from '../../src/store/person/merge-filled.ts'
import * as mergeNotices from '../../src/store/person/merge-notices.ts'
import * as mergeSize from '../../src/store/person/merge-size.ts'
import * as merged from '../../src/store/person/merged.ts'
import * as mergedRecord from '../../src/store/person/merged-record.ts'
import * as mergedTags from '../../src/store/person/merged-tags.ts'
import * as merging from '../../src/store/person/merging.ts'
import * as person from '../../src/store/person/person.ts'
import * as absences from '../../src/store/practice/absences.ts'
import * as aliases from '../../src/store/practice/aliases.ts'
import * as appointmentTypes from '../../src/store/practice/appointment-types.ts'
import * as chairs from '../../src/store/practice/chairs.ts'
import * as closures from '../../src/store/practice/closures.ts'
import * as practice from '../../src/store/practice/practice.ts'
import * as webhooks from '../../src/store/webhooks/webhooks.ts'
import { monday } from '../support/clinic.ts'
import {
  absenceRow,
  appointmentTypeRow,
  callRow,
  contactRow,
  dayNoteRow,
  dayOf,
  entryRow,
  hour,
  markRow,
  noticeRow,
  type Opened,
  onlineRow,
  openStore,
  passkeyRow,
  patientRow,
  type Records,
  runningSequence,
  sessionRow,
  times,
  tokenRow,
  waitingRow,
} from './records.ts'

/** The day for which the due patients are computed. */
const recallDay = { aheadFrom: monday, today: '2026-03-02' }
const during = { startAt: monday, endAt: monday + hour }
/** The time of an appointment that was cancelled. */
const afternoon = { startAt: monday + 4 * hour, endAt: monday + 5 * hour }
const page = { limit: 200, offset: 0 }

const webhookRow = (id: string) => ({
  id,
  url: 'https://example.org',
  kinds: null,
  active: true,
  nonce: Buffer.alloc(32),
  formerNonce: null,
  formerUntil: null,
  ...times,
})
const importRow = (r: Records, id: string) => ({
  ...({
    id,
    kind: 'patients',
    source: 'Cliniko',
    state: 'reading',
    problem: null,
    problemLine: null,
  } as const),
  ...({
    createdBy: r.userId,
    bytes: 1,
    encoding: 'utf-8',
    separator: 'comma',
    rows: 1,
    columns: [],
  } as const),
  values: [],
  duplicates: {},
  reminders: false,
  paused: false,
  fileRemovedAt: null,
  committedAt: null,
  undoneAt: null,
  ...times,
})
const noted = {
  ...({ outcome: 'created', reason: null, field: null, sameAsLine: null } as const),
  recordVersion: 1,
  linked: true,
  before: null,
}
const rowOfImport = (r: Records, line: number, outcome: 'created' | 'duplicate' | 'undone' = 'created') => ({
  ...noted,
  importId: r.tagId,
  line,
  outcome,
  recordId: r.patientId,
  decision: null,
})
const program = { kind: 'patients', source: 'Cliniko', externalId: '1' } as const

const placed = {
  epoch: 0,
  seq: 0,
  tries: 0,
  failingSince: null,
  nextTryAt: monday,
  stopped: null,
  stoppedAt: null,
  leaseUntil: null,
}
const delivered = (r: Records) => ({
  webhookId: r.tagId,
  epoch: 0,
  firstSeq: 1,
  lastSeq: 1,
  status: 204,
  error: null,
  tries: 1,
  firstAt: monday,
  lastAt: monday,
})

/** The id of an item in the archive of `r`. */
const archivedOf = ({ practice: { read } }: Records, kind: ArchiveKind): string =>
  archiveList.listArchived(read, { kind }, null, 1)[0]!.id

/**
 * Every function of the store that reads. Each call requests records of `r`, which may belong to another practice than
 * the scope.
 */
const reads: Record<string, (scope: Scope, r: Records) => unknown> = {
  auditRowsAfter: (scope) => auditRows.auditRowsAfter(scope, 0, 50),
  findTrail: (scope, r) => {
    const filters = [{}, { patientId: r.patientId }, { memberId: r.userId }, { from: 0 }]
    return filters.map((filter) => auditList.findTrail(scope, filter, null, 50).rows)
  },
  nameAt: (scope, r) => auditList.nameAt(scope, r.userId, 1),
  readTrail: (scope, r) => {
    const { rows } = auditList.findTrail(r.practice.read, {}, null, 50)
    return [...auditList.readTrail(scope, rows)].flat()
  },
  newestCursor: (scope, r) =>
    changes.newestCursor(scope).epoch === changes.newestCursor(r.practice.read).epoch && r.chairId,
  isKept: (scope, r) => changes.isKept(scope, changes.newestCursor(r.practice.read)) && r.chairId,
  changesAfter: (scope) => changes.changesAfter(scope, 0, 1_000),
  findArchived: (scope, r) => archiveList.findArchived(scope, archivedOf(r, 'patient')),
  listArchived: (scope, r) => [
    archiveList.listArchived(scope, {}, null, 10),
    archiveList.listArchived(scope, { kind: 'note' }, null, 10),
    archiveList.listArchived(scope, { patientId: r.patientId }, null, 10),
    archiveList.listArchived(scope, { kind: 'note', patientId: r.patientId }, null, 10),
  ],
  findDeletedRecord: (scope, r) => archiveList.findDeletedRecord(scope, archivedOf(r, 'appointment')),
  busyKinds: (scope, r) => busyTimes.busyKinds(scope, r.chairId, during).length > 0 && r.chairId,
  practitionerBusyTimes: (scope, r) =>
    practitioners.practitionerBusyTimes(scope, r.userId, { startAt: monday, endAt: monday + 9 * hour })
      .length > 0 && r.userId,
  busyTimes: (scope, r) => busyTimes.busyTimes(scope, r.chairId, during).length > 0 && r.chairId,
  findOnlineBooking: (scope, r) => online.findOnlineBooking(scope, r.entryId),
  findBySecret: (scope) => online.findBySecret(scope, Buffer.alloc(32, 1)),
  wasDeclined: (scope, r) =>
    online.findOnlineBooking(scope, r.entryId) !== null && !online.wasDeclined(scope, r.entryId) && r.entryId,
  listHeld: (scope) => online.listHeld(scope, 0),
  listHeldAhead: (scope) => online.listHeldAhead(scope, -9e15),
  listRequests: (scope) => online.listRequests(scope, 0, 10),
  listRequestsEnded: (scope) => online.listRequestsEnded(scope, 10),
  countRequests: (scope, r) =>
    online.countRequests(scope, 0) === 1 && scope.practiceId === r.practiceId && r.tagId,
  listNewOnline: (scope) => online.listNewOnline(scope, 0, 10),
  listTyped: (scope, r) => online.listTyped(scope, r.patientId, 'email'),
  countOnlineOn: (scope, r) => online.countOnlineOn(scope, r.tagId, during, new Set()) === 1 && r.tagId,
  hasOpenBooking: (scope, r) => online.hasOpenBooking(scope, Buffer.alloc(32, 2), r.tagId, 0) && r.tagId,
  listCodes: (scope) => online.listCodes(scope, 0),
  typedFor: (scope, r) => addressee.typedFor(scope, { ...r, channel: 'email' }),
  addresseeOf: (scope, r) => {
    const theirs = patients.findPatient(r.practice.read, r.patientId)!
    return addressee.addresseeOf(scope, { ...r, channel: 'email' }, theirs) !== theirs && r.patientId
  },
  findChair: (scope, r) => chairs.findChair(scope, r.chairId),
  findChairByName: (scope) => chairs.findChairByName(scope, 'CHAIR 0'),
  listChairs: (scope) => chairs.listChairs(scope),
  findWebhook: (scope, r) => webhooks.findWebhook(scope, r.tagId),
  listWebhooks: (scope) => webhooks.listWebhooks(scope),
  findPlace: (scope, r) => webhooks.findPlace(scope, r.tagId),
  listStopped: (scope) => webhooks.listStopped(scope),
  listDeliveries: (scope, r) => [
    webhooks.listDeliveries(scope, r.tagId, 10, monday),
    webhooks.listDeliveries(scope, r.tagId, 10, monday, { lastAt: monday + 1, id: r.tagId }),
  ],
  findImport: (scope, r) => imports.findImport(scope, r.tagId),
  listImports: (scope) => imports.listImports(scope),
  findWork: (scope, r) => imports.findWork(scope, r.tagId),
  hasImportAtWork: (scope) => imports.hasImportAtWork(scope) && imports.listImports(scope),
  countOpenImports: (scope) => imports.countOpenImports(scope) === 1 && imports.listImports(scope),
  findLastOfSource: (scope) => imports.findLastOfSource(scope, 'patients', 'Cliniko'),
  listRows: (scope, r) => [
    importRows.listRows(scope, r.tagId, 0, 10),
    importRows.listRows(scope, r.tagId, 0, 10, 'created'),
  ],
  listRowsUpTo: (scope, r) => importRows.listRowsUpTo(scope, r.tagId, 0, 9),
  listWrittenBefore: (scope, r) => importRows.listWrittenBefore(scope, r.tagId, 9, 10),
  listWrittenAfter: (scope, r) => importRows.listWrittenAfter(scope, r.tagId, 0, 10),
  findRow: (scope, r) => importRows.findRow(scope, r.tagId, 2),
  findUpdated: (scope, r) => importRows.findUpdated(scope, r.tagId, r.patientId),
  listPutBack: (scope, r) => importRows.listPutBack(scope, r.patientId),
  findLinked: (scope) => externalIds.findLinked(scope, program),
  listLinksOf: (scope, r) =>
    externalIds.listLinksOf(scope, 'patients', 'Cliniko', r.patientId).map(() => r.patientId),
  hasOtherLinks: (scope, r) => externalIds.hasOtherLinks(scope, r.userId, r.patientId) && r.patientId,
  patientHasRecords: (scope, r) => patientHasRecords(scope, r.patientId) && r.patientId,
  findAppointmentType: (scope, r) => appointmentTypes.findAppointmentType(scope, r.tagId),
  findAppointmentTypeByName: (scope) => appointmentTypes.findAppointmentTypeByName(scope, 'CHECK-UP'),
  listAppointmentTypes: (scope) => appointmentTypes.listAppointmentTypes(scope),
  listBuffers: (scope) => appointmentTypes.listBuffers(scope),
  countAppointmentTypes: (scope, r) =>
    appointmentTypes.countAppointmentTypes(scope, false) === 1 &&
    scope.practiceId === r.practiceId &&
    r.tagId,
  nextTypePosition: (scope, r) =>
    appointmentTypes.nextTypePosition(scope) === 1 && scope.practiceId === r.practiceId && r.tagId,
  findClosure: (scope, r) => closures.findClosure(scope, r.tagId),
  listClosures: (scope) => [...closures.listClosures(scope)].flat(),
  listClosuresOn: (scope) => closures.listClosuresOn(scope, '2026-12-24', '2026-12-24'),
  countClosures: (scope, r) =>
    closures.countClosures(scope) === 1 && scope.practiceId === r.practiceId && r.tagId,
  findOpenRules: (scope) => {
    const { closures: closed, chairHours } = closures.findOpenRules(scope, '2027-12-24', '2027-12-24')
    return [closed.length === 1 && closed, [...chairHours.keys()]]
  },
  findDayNote: (scope, r) => dayNotes.findDayNote(scope, r.tagId),
  listDayNotes: (scope) => dayNotes.listDayNotes(scope, '2026-03-02'),
  countDayNotes: (scope, r) =>
    dayNotes.countDayNotes(scope, '2026-03-02') === 1 && scope.practiceId === r.practiceId && r.tagId,
  findAbsence: (scope, r) => absences.findAbsence(scope, r.tagId),
  listAbsences: (scope) => [...absences.listAbsences(scope)].flat(),
  listAbsencesOn: (scope) => absences.listAbsencesOn(scope, '2026-03-02', '2026-03-02'),
  countAbsences: (scope, r) =>
    absences.countAbsences(scope) === 1 && scope.practiceId === r.practiceId && r.tagId,
  awayDuring: (scope, r) =>
    absences.awayDuring(scope, { startAt: monday, endAt: monday + hour })(r.userId).length === 1 &&
    scope.practiceId === r.practiceId &&
    r.userId,
  readAround: (scope) => absences.readAround(scope, { startAt: monday, endAt: monday + hour }).rows,
  listAhead: (scope, r) =>
    [true, false].map((all) =>
      [
        ...ahead.listAhead(scope, {
          during: { startAt: monday - 1, endAt: monday + 24 * hour },
          madeUntil: monday,
          practitionerId: all ? null : r.userId,
        }),
      ].flat(),
    ),
  listVisitsBack: (scope) =>
    [
      ...visitsBack.listVisitsBack(scope, {
        from: monday - 1,
        before: { startAt: monday + 24 * hour, id: '' },
        standing: true,
        cancelled: true,
      }),
    ].flat(),
  findEntry: (scope, r) => entries.findEntry(scope, r.entryId),
  listEntries: (scope, r) => [
    [...entries.listEntries(scope, monday, monday + hour)].flat(),
    [...entries.listEntries(scope, monday, monday + hour, r.chairId)].flat(),
    [...entries.listEntries(scope, monday, monday + hour, undefined, r.patientId)].flat(),
    [...entries.listEntries(scope, monday, monday + hour, r.chairId, r.patientId)].flat(),
  ],
  findProgress: (scope, r) => progress.findProgress(scope, r.entryId),
  findCancellation: (scope, r) => cancellations.findCancellation(scope, cancelledOf(r)),
  nextVisitOf: (scope, r) => patientVisits.nextVisitOf(scope, r.patientId, 0),
  listPatientVisits: (scope, r) => [
    patientVisits.listPatientVisits(scope, r.patientId, 'later', { startAt: 0, id: '' }, 9),
    patientVisits.listPatientVisits(scope, r.patientId, 'earlier', { startAt: 9 * monday, id: '' }, 9),
  ],
  listSeries: (scope, r) => [...series.listSeries(scope, r.tagId)].flat(),
  seriesStands: (scope, r) => series.seriesStands(scope, r.tagId) && r.tagId,
  listCancelledOfSeries: (scope, r) => series.listCancelledOfSeries(scope, r.tagId),
  listVisitsDuring: (scope, r) =>
    entries.listVisitsDuring(scope, { ...during, id: '', patientId: r.patientId }, 10),
  listEntriesAhead: (scope, r) => entries.listEntriesAhead(scope, r.patientId, 0, 10),
  blocksDuring: (scope, r) => entries.blocksDuring(scope, r.chairId, during),
  conflictsOf: (scope, r) => entries.conflictsOf(scope, entryRow(r), 100).first,
  chairHasEntries: (scope, r) => entries.chairHasEntries(scope, r.chairId) && r.chairId,
  listFeedBlocks: (scope, r) => {
    const week = { startAt: monday, endAt: monday + 24 * hour }
    const of = { userId: r.userId, chairId: null }
    return [
      [...feedEvents.listFeedBlocks(scope, week, of)].flat(),
      [...feedEvents.listFeedBlocks(scope, week, { ...of, chairId: r.chairId })].flat(),
    ]
  },
  listFeedCancellations: (scope, r) =>
    [
      ...feedEvents.listFeedCancellations(scope, afternoon, { userId: r.userId, chairId: r.chairId }, monday),
    ].flat(),
  namesOfPatient: (scope, r) => feedEvents.namesOfPatient(scope, r.patientId) && r.patientId,
  listFeeds: (scope, r) => calendarFeeds.listFeeds(scope, r.userId),
  listAllFeeds: (scope) => calendarFeeds.listAllFeeds(scope),
  countFeeds: (scope, r) => calendarFeeds.countFeeds(scope, r.userId) > 0 && r.userId,
  listEntriesOfPractitioner: (scope, r) =>
    [...practitioners.listEntriesOfPractitioner(scope, monday, monday + 3 * hour, r.userId)].flat(),
  practitionerConflicts: (scope, r) => {
    const treated = entryRow(r, { practitionerId: r.userId, endAt: monday + 9 * hour })
    return practitioners.practitionerConflicts(scope, treated, 100).first
  },
  overlapsAhead: (scope) => practitioners.overlapsAhead(scope, monday, 10),
  listDay: (scope) => [
    day.listDay(scope, during, 10).rows,
    day.listDay(scope, { startAt: monday + 1, endAt: monday + hour }, 10).rows,
  ],
  pagesToCount: (scope, r) => [
    [...dayCounts.pagesToCount(scope, during)].flat(),
    [...dayCounts.pagesToCount(scope, during, r.chairId)].flat(),
  ],
  countCancelled: (scope, r) =>
    dayCounts.countCancelled(scope, [afternoon], r.chairId)[0] === 1 &&
    dayCounts.countCancelled(scope, [afternoon])[0] === 1 &&
    r.chairId,
  findMember: (scope, r) => members.findMember(scope, r.userId),
  findMemberByEmail: (scope, r) => members.findMemberByEmail(scope, `${r.userId}@example.org`),
  listMembers: (scope) => members.listMembers(scope),
  ownerIdsWithPasskey: (scope) => members.ownerIdsWithPasskey(scope),
  listTokens: (scope, r) => apiTokens.listTokens(scope, r.userId, monday),
  listAllTokens: (scope) => apiTokens.listAllTokens(scope, monday),
  countTokens: (scope, r) => apiTokens.countTokens(scope, r.userId, monday) === 1 && r.userId,
  listSessionIds: (scope, r) => sessions.listSessionIds(scope, r.userId),
  listSessions: (scope, r) => sessions.listSessions(scope, r.userId, monday, ordinarySessionTimes),
  findSession: (scope, r) => sessions.findSession(scope, r.userId, r.sessionId),
  listPasskeys: (scope, r) => passkeys.listPasskeys(scope, r.userId),
  listPasskeyHosts: (scope) => passkeys.listPasskeyHosts(scope),
  findPasskey: (scope, r) => passkeys.findPasskey(scope, r.userId, r.passkeyId),
  listEnrolmentLinks: (scope) => enrolmentLinks.listEnrolmentLinks(scope, monday),
  findNote: (scope, r) => notes.findNote(scope, r.noteId),
  listNotes: (scope, r) => [...notes.listNotes(scope, r.patientId)].flat(),
  countNotes: (scope, r) => notes.countNotes(scope, r.patientId) === 1 && r.patientId,
  listRevisions: (scope, r) => [...notes.listRevisions(scope, { id: r.noteId, earlierVersions: 9 })].flat(),
  findPatient: (scope, r) => patients.findPatient(scope, r.patientId),
  hasPatient: (scope, r) => patients.hasPatient(scope, r.patientId) && r.patientId,
  listPatients: (scope, r) => [
    listPatients(scope, { words: [] }, page),
    listPatients(scope, { words: ['zoe'] }, page),
    listPatients(scope, { words: ['zoe', 'mu', 'u', 'l', 'e'] }, page),
    listPatients(scope, { words: [], tagId: r.tagId, status: 'new' }, page),
    listPatients(scope, { words: [], ids: [r.patientId] }, page),
  ],
  countPatients: (scope, r) => countPatients(scope, { words: [], ids: [r.patientId] }) === 1 && r.patientId,
  findPractice: (scope) => practice.findPractice(scope),
  packOf: (scope, r) =>
    practice.packOf(scope, practice.findPractice(r.practice.read)!).statuses.length > 0 && scope.practiceId,
  hasStatus: (scope, r) => practice.hasStatus(scope, statusOnlyOf(r)) && r.practiceId,
  statusIsInUse: (scope, r) => practice.statusIsInUse(scope, statusOnlyOf(r)) && r.practiceId,
  ownFieldIsInUse: (scope, r) => practice.ownFieldIsInUse(scope, statusOnlyOf(r)) && r.practiceId,
  countChairs: (scope, r) =>
    chairs.countChairs(scope) === 2 && scope.practiceId === r.practiceId && r.chairId,
  countMembers: (scope, r) =>
    members.countMembers(scope) === 1 && scope.practiceId === r.practiceId && r.userId,
  countTags: (scope, r) => tags.countTags(scope) === 2 && scope.practiceId === r.practiceId && r.tagId,
  nextPosition: (scope, r) =>
    chairs.nextPosition(scope) === 2 && scope.practiceId === r.practiceId && r.chairId,
  listNotices: (scope, r) => notices.listNotices(scope, r.entryId),
  findNotice: (scope, r) => notices.findNotice(scope, r.reminderId),
  timed: (scope, r) => {
    const startAt = monday + 9 * hour
    const notice = noticeRow({ entryId: r.entryId, patientId: r.patientId, kind: 'moved', startAt })
    return (
      noticeNews.timed(scope, { ...notice, practiceId: r.practiceId }).firstStartAt < startAt && r.patientId
    )
  },
  listRemindersOf: (scope, r) =>
    notices.listRemindersOf(scope, r.entryId, { patientId: r.patientId, startAt: monday }),
  listHistory: (scope, r) => pastNotices.listHistory(scope, r.entryId),
  listNoticesOfPatient: (scope, r) =>
    patientNotices.listNoticesOfPatient(scope, r.patientId, { dueAt: 9 * monday, id: '' }, 9),
  findReminderTimes: (scope, r) =>
    reminderTimes.findReminderTimes(scope).hours.timeZone === 'UTC' &&
    scope.practiceId === r.practiceId &&
    r.practiceId,
  listFailedNotices: (scope) => notices.listFailedNotices(scope, 0, 10),
  listFailedAhead: (scope) => desk.listFailedAhead(scope, 0, 10),
  listFailingAhead: (scope) => desk.listFailingAhead(scope, 0, monday, 10),
  listUncertainAhead: (scope) => desk.listUncertainAhead(scope, 0, 10),
  listFailedOfKind: (scope) => desk.listFailedOfKind(scope, { state: 'dead', reason: null }, 0, 10),
  countOvertaken: (scope, r) =>
    desk.countOvertaken(scope, { state: 'dead', reason: null }, 0, 10) === 1 &&
    scope.practiceId === r.practiceId &&
    r.entryId,
  listCancelRequested: (scope) => desk.listCancelRequested(scope, 0, 10),
  listUnanswered: (scope) => desk.listUnanswered(scope, 0, monday + hour, 10),
  startBehind: (scope, r) =>
    desk.startBehind(scope, monday + hour, monday + 3 * hour, 0) === monday + 2 * hour &&
    scope.practiceId === r.practiceId &&
    r.entryId,
  findNotifiable: (scope, r) => desk.findNotifiable(scope, r.entryId),
  findContact: (scope, r) => desk.findContact(scope, r.patientId) && r.patientId,
  nextSequenceOf: (scope, r) =>
    notices.nextSequenceOf(scope, r.entryId, monday) > runningSequence && r.runningId,
  reachesCeiling: (scope, r) => notices.reachesCeiling(scope, 'sms', dayOf(r.practiceId), 1) && r.runningId,
  countWithDue: (scope, r) => notices.countWithDue(scope, 'sms', dayOf(r.practiceId), 0) && r.runningId,
  holdsNotice: (scope, r) => notices.holdsNotice(scope, r.runningId, 'lease') && r.runningId,
  findNoticeSettings: (scope, r) =>
    settings.findNoticeSettings(scope).emailSubject === `of ${r.practiceId}` && r.practiceId,
  findPerson: (scope, r) => erasure.findPerson(scope, r.patientId) && r.patientId,
  isErased: (scope, r) => erasure.isErased(scope, r.tagId) && r.patientId,
  listErased: (scope) => erasure.listErased(scope),
  listMerged: (scope, r) => merged.listMerged(scope, r.patientId),
  findMergedRecord: (scope, r) =>
    mergedRecord.findMergedRecord(scope, merged.findMergeOf(r.practice.read, r.tokenId)!.id) && r.tokenId,
  findMergeOf: (scope, r) => merged.findMergeOf(scope, r.tokenId),
  keptPatientOf: (scope, r) => merged.keptPatientOf(scope, r.tokenId) !== r.tokenId && r.tokenId,
  countMovable: (scope, r) => mergeSize.countMovable(scope, r.patientId, 10) > 0 && r.patientId,
  tagsGivenBy: (scope, r) =>
    mergedTags.tagsGivenBy(scope, merged.findMergeOf(r.practice.read, r.tokenId)!.id).length > 0 && r.tokenId,
  findLikely: (scope) => findLikely(scope, { firstName: 'zoe', lastName: 'muller' }, ''),
  lastTreatment: (scope, r) => erasure.lastTreatment(scope, r.patientId) !== null && r.patientId,
  findDeletedPatient: (scope, r) => person.findDeletedPatient(scope, r.patientId),
  listEntriesOf: (scope, r) => [...person.listEntriesOf(scope, r.patientId)].flat(),
  listCancelledOf: (scope, r) => [...person.listCancelledOf(scope, r.patientId)].flat(),
  listLastVisits: (scope, r) =>
    recalls.listLastVisits(scope, r.tagId, { startAt: monday, patientId: '' }, recallDay, 10),
  listLastVisitsOf: (scope, r) => recalls.listLastVisitsOf(scope, r.userId, recallDay),
  findRecallContact: (scope, r) => recalls.findRecallContact(scope, r.contactId),
  listRecallContacts: (scope, r) => recalls.listRecallContacts(scope, r.patientId, 0, 10),
  findReachable: (scope, r) => recalls.findReachable(scope, r.patientId) && r.patientId,
  recallDayOf: (scope) => recallDue.recallDayOf(scope, monday),
  listDue: (scope, r) => recallDue.listDue(scope, r.userId, recallDue.recallDayOf(r.practice.read, monday)),
  listRecallsAhead: (scope, r) => recallNotices.listRecallsAhead(scope, r.userId),
  listRecallsTold: (scope, r) => recallNotices.listRecallsTold(scope, r.userId, 0).length === 1 && r.userId,
  standingOf: (scope, r) =>
    recallNotices.standingOf(scope, { patientId: r.userId, entryId: r.contactId }, monday).isDue && r.userId,
  listRecallsOf: (scope, r) => [...person.listRecallsOf(scope, r.patientId)].flat(),
  listWaitingOf: (scope, r) => [...person.listWaitingOf(scope, r.patientId)].flat(),
  listOnlineOf: (scope, r) => [...person.listOnlineOf(scope, r.patientId)].flat(),
  listMessagesOf: (scope, r) => [...person.listMessagesOf(scope, r.patientId)].flat(),
  listTrailOf: (scope, r) => [...person.listTrailOf(scope, r.patientId)].flat(),
  listDeletedOf: (scope, r) => [...person.listDeletedOf(scope, r.patientId)].flat(),
  listDeletedRows: (scope, r) => [...person.listDeletedRows(scope, r.noteId)].flat(),
  paramsOf: (scope, r) => personSql.paramsOf(scope, r.patientId).entryIds !== '[]' && r.patientId,
  findTag: (scope, r) => tags.findTag(scope, r.tagId),
  findTagByName: (scope) => tags.findTagByName(scope, 'RECALL'),
  listTags: (scope) => tags.listTags(scope),
  listAlerts: (scope, r) => patientTags.listAlerts(scope, r.patientId).length > 0 && r.patientId,
  findMark: (scope, r) =>
    inboxMarks.findMark(scope, { kind: 'failed', recordId: r.reminderId, about: monday }),
  listCalls: (scope, r) =>
    inboxCalls.listCalls(scope, { kind: 'failed', recordId: r.reminderId, about: monday }, 10),
  findCall: (scope, r) => inboxCalls.findCall(scope, r.callId),
  findMarkById: (scope, r) => inboxMarks.findMarkById(scope, r.markId),
  findFirstSent: (scope, r) =>
    desk.findFirstSent(scope, { id: r.entryId, patientId: r.patientId, startAt: monday }) !== null &&
    r.patientId,
  hasStep: (scope, r) => desk.hasStep(scope, r.entryId) && r.entryId,
  listNextNotes: (scope) => notes.listNextNotes(scope, monday + hour, 10),
  findWaiting: (scope, r) => waitingList.findWaiting(scope, r.waitingId),
  listWaiting: (scope) => waitingList.listWaiting(scope, 10),
  countWaiting: (scope, r) =>
    waitingList.countWaiting(scope) > 0 && scope.practiceId === r.practiceId && r.waitingId,
}

/**
 * Every function of the store that writes. Each call tries to change records of `r`, which belong to another practice
 * than the scope.
 */
const writes: Record<string, (tx: WriteScope, r: Records) => unknown> = {
  beginEpoch: (tx) => changes.beginEpoch(tx, 1),
  recordOutcome: (tx, r) =>
    recordOutcome(
      tx,
      { id: r.reminderId, patientId: r.patientId, channel: 'email', kind: 'reminder' },
      { state: 'sent', reason: null },
    ),
  archivePatient: (tx, r) => archive.archivePatient(tx, r.patientId, monday),
  archiveNote: (tx, r) => archive.archiveNote(tx, { id: r.noteId, patientId: r.patientId }, monday),
  archiveEntry: (tx, r) => archive.archiveEntry(tx, { id: r.entryId, patientId: r.patientId }, monday),
  archiveWaiting: (tx, r) => archive.archiveWaiting(tx, { id: r.waitingId, patientId: r.patientId }, monday),
  archiveTag: (tx, r) => archive.archiveTag(tx, r.tagId, monday),
  archiveTagLink: (tx, r) => archive.archiveTagLink(tx, r.patientId, r.tagId, monday),
  archiveChair: (tx, r) => archive.archiveChair(tx, r.chairId, monday),
  archiveDayNote: (tx, r) => archive.archiveDayNote(tx, r.tagId, monday),
  restoreDayNote: (tx, r) => archiveRestore.restoreDayNote(tx, archivedOf(r, 'dayNote')),
  insertDayNote: (tx, r) => dayNotes.insertDayNote(tx, { ...dayNoteRow(r), text: 'Taken' }),
  updateDayNote: (tx, r) => dayNotes.updateDayNote(tx, r.tagId, { text: 'Taken' }),
  removeDayNote: (tx, r) => dayNotes.removeDayNote(tx, r.tagId),
  archiveAbsence: (tx, r) => archive.archiveAbsence(tx, r.tagId, monday),
  archiveClosure: (tx, r) => archive.archiveClosure(tx, r.tagId, monday),
  restorePatient: (tx, r) => {
    const names = { firstName: 'Taken', lastName: 'Over', status: 'new' }
    archiveRestore.restorePatient(tx, archivedOf(r, 'patient'), { id: r.patientId, ...names }, monday)
  },
  restoreNote: (tx, r) => archiveRestore.restoreNote(tx, archivedOf(r, 'note')),
  restoreEntry: (tx, r) => archiveRestore.restoreEntry(tx, archivedOf(r, 'appointment')),
  restoreTag: (tx, r) => archiveRestore.restoreTag(tx, archivedOf(r, 'tag'), r.tagId, 'Taken'),
  restoreTagLink: (tx, r) => archiveRestore.restoreTagLink(tx, archivedOf(r, 'tagLink'), r.patientId),
  restoreChair: (tx, r) => archiveRestore.restoreChair(tx, archivedOf(r, 'chair'), 'Taken'),
  restoreWaiting: (tx, r) => archiveRestore.restoreWaiting(tx, archivedOf(r, 'waiting')),
  restoreAbsence: (tx, r) => archiveRestore.restoreAbsence(tx, archivedOf(r, 'absence')),
  restoreClosure: (tx, r) => archiveRestore.restoreClosure(tx, archivedOf(r, 'closure')),
  handOverLinks: (tx, r) => archiveHandOver.handOverLinks(tx, 'tag', archivedOf(r, 'patient')),
  handOverEntries: (tx, r) => archiveHandOver.handOverEntries(tx, archivedOf(r, 'patient'), r.patientId),
  removeArchived: (tx, r) => archiveRestore.removeArchived(tx, archivedOf(r, 'patient')),
  insertChair: (tx, r) =>
    chairs.insertChair(tx, {
      id: r.chairId,
      name: 'Taken',
      color: null,
      position: 0,
      active: true,
      workingHours: null,
      ...times,
    }),
  updateChair: (tx, r) => chairs.updateChair(tx, r.chairId, { name: 'Taken' }),
  removeChair: (tx, r) => chairs.removeChair(tx, r.otherChairId),
  insertWebhook: (tx, r) => webhooks.insertWebhook(tx, webhookRow(r.noteId), { epoch: 0, seq: 0 }),
  updateWebhook: (tx, r) => webhooks.updateWebhook(tx, r.tagId, { url: 'https://taken.example' }),
  updatePlace: (tx, r) => webhooks.updatePlace(tx, r.tagId, { seq: 99 }),
  leaseWebhook: (tx, r) => webhooks.leaseWebhook(tx, r.tagId, 'taken', monday, monday + 1),
  notePlace: (tx, r) => webhooks.notePlace(tx, r.tagId, 'holder', { ...placed, seq: 99 }),
  noteDeliveries: (tx, r) => webhooks.noteDeliveries(tx, r.noteId, { ...delivered(r), status: 500 }),
  removeWebhook: (tx, r) => webhooks.removeWebhook(tx, r.tagId),
  insertImport: (tx, r) => imports.insertImport(tx, importRow(r, r.noteId)),
  updateImport: (tx, r) => imports.updateImport(tx, r.tagId, { source: 'Taken' }),
  updateWork: (tx, r) => imports.updateWork(tx, r.tagId, { line: 9 }),
  leaseImport: (tx, r) => imports.leaseImport(tx, r.tagId, 'taken', monday, monday + 1),
  removeSomeRows: (tx, r) => imports.removeSomeRows(tx, r.tagId, 10),
  removeImport: (tx, r) => imports.removeImport(tx, r.tagId),
  insertRows: (tx, r) => importRows.insertRows(tx, [rowOfImport(r, 9)]),
  noteRow: (tx, r) =>
    importRows.noteRow(tx, r.tagId, 2, { ...noted, recordId: r.patientId, outcome: 'failed' }),
  decideRow: (tx, r) => importRows.decideRow(tx, r.tagId, 3, 'skip'),
  insertLink: (tx, r) =>
    externalIds.insertLink(tx, { ...program, externalId: '2', recordId: r.patientId, importId: r.tagId }),
  removeLinksOf: (tx, r) => externalIds.removeLinksOf(tx, r.tagId, r.patientId),
  insertAppointmentType: (tx, r) =>
    appointmentTypes.insertAppointmentType(tx, appointmentTypeRow(r, { id: r.tagId, name: 'Taken' })),
  updateAppointmentType: (tx, r) => appointmentTypes.updateAppointmentType(tx, r.tagId, { name: 'Taken' }),
  insertAbsence: (tx, r) => absences.insertAbsence(tx, { ...absenceRow(r), reason: 'Taken' }),
  updateAbsence: (tx, r) => absences.updateAbsence(tx, r.tagId, { reason: 'Taken' }),
  removeAbsence: (tx, r) => absences.removeAbsence(tx, r.tagId),
  insertClosure: (tx, r) => closures.insertClosure(tx, { ...closureRow(r), name: 'Taken' }),
  updateClosure: (tx, r) => closures.updateClosure(tx, r.tagId, { name: 'Taken' }),
  removeClosure: (tx, r) => closures.removeClosure(tx, r.tagId),
  insertEntry: (tx, r) => entries.insertEntry(tx, entryRow(r, { id: r.entryId })),
  updateEntry: (tx, r) => entries.updateEntry(tx, r.entryId, { title: 'Taken' }),
  parkEntry: (tx, r) => entries.parkEntry(tx, r.entryId),
  clearPatient: (tx, r) => entries.clearPatient(tx, r.patientId, monday),
  removeEntry: (tx, r) => entries.removeEntry(tx, r.entryId),
  insertProgress: (tx, r) => progress.insertProgress(tx, { ...nothingNoted, id: r.entryId, ...times }),
  updateProgress: (tx, r) => progress.updateProgress(tx, r.entryId, { note: 'Taken' }),
  removeProgress: (tx, r) => progress.removeProgress(tx, r.entryId),
  insertCancellation: (tx, r) => cancellations.insertCancellation(tx, r.entryId, cancelledBy(r)),
  insertFromCancellation: (tx, r) => cancellations.insertFromCancellation(tx, cancelledOf(r)),
  removeCancellation: (tx, r) => cancellations.removeCancellation(tx, cancelledOf(r)),
  removeCancellationsOfPatient: (tx, r) => cancellations.removeCancellationsOfPatient(tx, r.patientId),
  insertMember: (tx, r) => {
    const member = {
      name: 'Taken',
      role: 'owner' as const,
      active: true,
      color: null,
      language: null,
      ...times,
    }
    members.insertMember(tx, { id: r.userId, email: 'taken@example.org', ...member })
  },
  updateMember: (tx, r) => members.updateMember(tx, r.userId, { name: 'Taken' }),
  markEnrolled: (tx, r) => members.markEnrolled(tx, r.userId, monday),
  insertToken: (tx, r) =>
    apiTokens.insertToken(tx, tokenRow({ id: r.userId, userId: r.userId, hash: Buffer.from('x') })),
  markTokenUsed: (tx, r) => apiTokens.markTokenUsed(tx, r.tokenId, monday),
  revokeToken: (tx, r) => apiTokens.revokeToken(tx, r.tokenId, monday),
  revokeTokenOf: (tx, r) => apiTokens.revokeTokenOf(tx, r.userId, r.tokenId, monday),
  revokeTokensOf: (tx, r) => apiTokens.revokeTokensOf(tx, r.userId, monday),
  insertFeed: (tx, r) => calendarFeeds.insertFeed(tx, feedRow(r, { id: r.userId, hash: Buffer.from('x') })),
  markFirstFetch: (tx, r) => calendarFeeds.markFirstFetch(tx, r.tokenId, monday),
  markFetched: (tx, r) => calendarFeeds.markFetched(tx, r.tokenId, monday),
  removeFeed: (tx, r) => calendarFeeds.removeFeed(tx, r.tokenId),
  removeFeedOf: (tx, r) => calendarFeeds.removeFeedOf(tx, r.userId, r.tokenId),
  removeFeedsOf: (tx, r) => calendarFeeds.removeFeedsOf(tx, r.userId),
  removeFeedsOfChair: (tx, r) => calendarFeeds.removeFeedsOfChair(tx, r.chairId),
  insertSession: (tx, r) => sessions.insertSession(tx, sessionRow({ id: 'another', userId: r.userId })),
  removeEndedSessions: (tx, r) =>
    sessions.removeEndedSessions(tx, r.userId, monday + hour, ordinarySessionTimes),
  endOldestSessions: (tx, r) => sessions.endOldestSessions(tx, r.userId, 0),
  markSessionSeen: (tx, r) => sessions.markSessionSeen(tx, r.sessionId, monday + hour),
  markSessionVerified: (tx, r) => sessions.markSessionVerified(tx, r.userId, r.sessionId, monday + hour),
  endSession: (tx, r) => sessions.endSession(tx, r.userId, r.sessionId),
  endSessionsOf: (tx, r) => sessions.endSessionsOf(tx, r.userId),
  insertPasskey: (tx, r) => {
    const ids = { id: 'another', userId: r.userId, credentialId: 'another' }
    return passkeys.insertPasskey(tx, passkeyRow(ids))
  },
  renamePasskey: (tx, r) => passkeys.renamePasskey(tx, r.userId, r.passkeyId, 'Taken'),
  markPasskeyUsed: (tx, r) => {
    const passkey = passkeys.findPasskey(r.practice.read, r.userId, r.passkeyId)!
    passkeys.markPasskeyUsed(tx, passkey, 7, monday)
  },
  removePasskey: (tx, r) => passkeys.removePasskey(tx, r.userId, r.passkeyId),
  nameHostOfPasskeys: (tx) => passkeys.nameHostOfPasskeys(tx, 'app.example'),
  keepAlias: (tx) =>
    aliases.keepAlias(tx, { left: 'a.example', entered: 'b.example', endsAt: monday }, monday),
  removePasskeysOf: (tx, r) => passkeys.removePasskeysOf(tx, r.userId),
  replaceEnrolmentLink: (tx, r) => {
    const link = { userId: r.userId, hash: Buffer.from('another'), expiresAt: monday + hour }
    enrolmentLinks.replaceEnrolmentLink(tx, link)
  },
  removeEnrolmentLink: (tx, r) => enrolmentLinks.removeEnrolmentLink(tx, r.userId),
  insertNote: (tx, r) => {
    const by = { createdBy: r.userId, updatedBy: r.userId }
    const text = { title: null, body: 'Taken', isNext: true }
    notes.insertNote(tx, { id: r.noteId, patientId: r.patientId, ...text, ...by, ...times })
  },
  updateNote: (tx, r) => notes.updateNote(tx, r.noteId, { body: 'Taken' }),
  insertRevision: (tx, r) => {
    const text = { title: null, body: 'Taken', isNext: true }
    notes.insertRevision(tx, { noteId: r.noteId, version: 2, ...text, savedAt: 0, savedBy: r.userId })
  },
  removeNote: (tx, r) => notes.removeNote(tx, r.noteId),
  cancelNoticesOfPatient: (tx, r) => notices.cancelNoticesOfPatient(tx, r.patientId, monday),
  removeNotesOfPatient: (tx, r) => notes.removeNotesOfPatient(tx, r.patientId),
  toggleTag: (tx, r) => patientTags.toggleTag(tx, r.patientId, r.tagId),
  renewPatient: (tx, r) => patientTags.renewPatient(tx, r.patientId),
  renewPatientsOfTag: (tx, r) => patientTags.renewPatientsOfTag(tx, r.tagId),
  untagPatient: (tx, r) => patientTags.untagPatient(tx, r.patientId),
  untagEverywhere: (tx, r) => patientTags.untagEverywhere(tx, r.tagId),
  insertPatient: (tx, r) => patients.insertPatient(tx, patientRow(r.patientId, 'Taken', 'Over')),
  updatePatient: (tx, r) =>
    patients.updatePatient(tx, patients.findPatient(r.practice.read, r.patientId)!, { lastName: 'Taken' }),
  removePatient: (tx, r) => patients.removePatient(tx, r.patientId),
  insertPractice: (tx) => {
    practice.insertPractice(
      tx,
      { name: 'Taken', timezone: 'UTC', ...unsetSettings, ...times },
      packTemplates.general,
    )
  },
  updatePractice: (tx, r) => practice.updatePractice(tx, { id: r.practiceId, name: 'Taken' } as object),
  renewPractice: (tx) => practice.renewPractice(tx),
  replacePack: (tx, r) => {
    const theirs = practice.packOf(r.practice.read, practice.findPractice(r.practice.read)!)
    practice.replacePack(tx, theirs, packTemplates.general)
  },
  applyNoticeSteps: (tx, r) =>
    noticeSteps.applyNoticeSteps(
      tx,
      r.entryId,
      [{ do: 'cancel', patientId: r.patientId, startAt: monday }],
      monday,
      { isNew: false },
    ),
  planNews: (tx, r) =>
    noticeNews.planNews(
      tx,
      r.entryId,
      { type: 'appointment', ...r, startAt: monday },
      null,
      { tellBooked: true },
      monday - hour,
    ),
  followRecord: (tx, r) => addressee.followRecord(tx, r.patientId, { preferredLanguage: 'en' }),
  changeTyped: (tx, r) =>
    addressee.changeTyped(
      tx,
      { patientId: r.patientId, channel: 'email' },
      { wanted: false, recordWanted: true },
    ),
  planNewsAfterDelivery: (tx, r) => noticeNews.planNewsAfterDelivery(tx, r.reminderId, monday - hour),
  tellNewsAgain: (tx, r) =>
    noticeNews.tellNewsAgain(tx, notices.findNotice(r.practice.read, r.reminderId)!, monday - hour),
  reachAgain: (tx, r) => {
    const theirs = patients.findPatient(r.practice.read, r.patientId)!
    const before = { ...theirs, email: null, notifyByEmail: false }
    const after = { ...theirs, email: 'zoe@example.org', notifyByEmail: true }
    noticeReach.reachAgain(tx, before, after, monday - hour)
  },
  insertNotice: (tx, r) => notices.insertNotice(tx, noticeRow({ ...r, id: r.reminderId, startAt: 1 })),
  callOff: (tx, r) => noticeNews.callOff(tx, notices.findNotice(r.practice.read, r.reminderId)!, monday),
  renewLease: (tx, r) => notices.renewLease(tx, r.runningId, 'lease', 1),
  insertOnlineBooking: (tx, r) => online.insertOnlineBooking(tx, onlineRow(r)),
  updateOnlineBooking: (tx, r) => online.updateOnlineBooking(tx, r.entryId, { contact: 'mine' }),
  removeOnlineBooking: (tx, r) => online.removeOnlineBooking(tx, r.entryId),
  removeOldBookings: (tx) =>
    online.removeOldBookings(tx, { heldUntil: 9e15, startedUntil: 9e15, sentUntil: 9e15, now: 9e15 }),
  insertCode: (tx, r) =>
    online.insertCode(tx, { id: r.tagId, sentAt: 5, contactHash: Buffer.alloc(32), network: 'x' }),
  closeBooking: (tx, r) => holdUpkeep.closeBooking(tx, r.chairId, 0),
  tellDeclined: (tx, { entryId, patientId }) =>
    noticeNews.tellDeclined(tx, { entryId, patientId, channel: 'sms' }, monday + hour, monday),
  insertTestNotice: (tx, r) =>
    testNotices.insertTestNotice(tx, { id: r.reminderId, channel: 'sms', countedOn: 'x', now: 1 }),
  endTestNotice: (tx, r) => testNotices.endTestNotice(tx, r.reminderId, 1, monday + 1),
  reconsiderCountries: (tx) => notices.reconsiderCountries(tx, 0),
  updateNotice: (tx, r) => notices.updateNotice(tx, r.reminderId, { state: 'sent' }),
  insertNotices: (tx, r) => notices.insertNotices(tx, [noticeRow({ ...r, id: r.reminderId, startAt: 1 })]),
  writePlans: (tx, r) => {
    const reminder = notices.findNotice(r.practice.read, r.reminderId)!
    noticeSteps.writePlans(tx, [{ reminder, plan: { state: 'sent', reason: null } }], monday)
  },
  beginReplan: (tx) => noticeReplan.beginReplan(tx, monday - hour),
  continueReplan: (tx) => noticeReplan.continueReplan(tx, monday - hour),
  replanIfBehind: (tx, r) => noticeReplan.replanIfBehind(tx, r.reminderId, monday - hour),
  saveNoticeSettings: (tx) => {
    settings.saveNoticeSettings(tx, { ...settings.unsetNoticeSettings, language: 'en' }, monday + 1)
  },
  insertTag: (tx, r) =>
    tags.insertTag(tx, { id: r.tagId, name: 'Taken', color: null, alert: false, ...times }),
  updateTag: (tx, r) => tags.updateTag(tx, r.tagId, { name: 'Taken' }),
  removeTag: (tx, r) => tags.removeTag(tx, r.tagId),
  insertCall: (tx, r) => inboxCalls.insertCall(tx, callRow(r)),
  removeCall: (tx, r) => inboxCalls.removeCall(tx, r.callId),
  removeOldCalls: (tx) => inboxCalls.removeOldCalls(tx, monday + hour, 10),
  insertMark: (tx, r) => inboxMarks.insertMark(tx, markRow(r, { about: 1 })),
  removeMark: (tx, r) => inboxMarks.removeMark(tx, r.markId),
  removeOldMarks: (tx) => inboxMarks.removeOldMarks(tx, monday + hour, 10),
  insertRecallContact: (tx, r) => recalls.insertRecallContact(tx, contactRow(r)),
  removeRecallContact: (tx, r) => recalls.removeRecallContact(tx, r.contactId),
  removeRecallContactsOf: (tx, r) => recalls.removeRecallContactsOf(tx, r.patientId),
  planRecalls: (tx, r) =>
    recallNotices.planRecalls(
      tx,
      {
        contactId: r.contactId,
        patientId: r.patientId,
        channel: 'email',
        told: [],
        hours: { from: '00:00', until: '24:00', timeZone: 'UTC' },
      },
      monday,
    ),
  callOffRecalls: (tx, r) => recallNotices.callOffRecalls(tx, r.userId, monday),
  insertWaiting: (tx, r) => waitingList.insertWaiting(tx, waitingRow(r)),
  updateWaiting: (tx, r) => waitingList.updateWaiting(tx, r.waitingId, { note: 'Taken' }),
  removeWaiting: (tx, r) => waitingList.removeWaiting(tx, r.waitingId),
  removeWaitingOfPatient: (tx, r) => waitingList.removeWaitingOfPatient(tx, r.patientId),
  mergePatients: (tx, r) => {
    const theirs = (id: string) => patients.findPatient(r.practice.read, id)!
    merging.mergePatients(tx, theirs(r.patientId), theirs(r.userId), monday)
  },
  unmergePatients: (tx, r) => {
    const [item] = archiveList.listArchived(r.practice.read, { kind: 'merge' }, null, 1)
    merging.unmergePatients(tx, item!, 'new', monday)
  },
  partFromKept: (tx, r) => merging.partFromKept(tx, r.tokenId, monday),
  keepFilled: (tx, r) => {
    const theirs = patients.findPatient(r.practice.read, r.patientId)!
    mergeFilled.keepFilled(tx, r.tagId, theirs, { email: 'taken@example.org' })
  },
  emptyAgain: (tx, r) => {
    const item = merged.findMergeOf(r.practice.read, r.tokenId)!
    mergeFilled.emptyAgain(tx, item.id, monday)
  },
  changeMergedRecord: (tx, r) => {
    const item = merged.findMergeOf(r.practice.read, r.tokenId)!
    mergedRecord.changeMergedRecord(tx, item.id, { email: 'taken@example.org' })
  },
  takeTagsBack: (tx, r) => mergedTags.takeTagsBack(tx, r.patientId, [textOf(r.tagId)]),
  settleNotices: (tx, r) => mergeNotices.settleNotices(tx, r.patientId, r.userId, monday - hour),
  keepMerge: (tx, r) => merged.keepMerge(tx, r.userId, r.patientId, monday),
  forgetMerge: (tx, r) => merged.forgetMerge(tx, r.tokenId),
  erasePatient: (tx, r) => erasure.erasePatient(tx, r.patientId, monday),
  eraseAgain: (tx, r) => erasure.eraseAgain(tx, r.patientId, monday),
}

/**
 * The id of the cancelled appointment of `r`. It is the id of the token, because `Records` has no id for this
 * appointment.
 */
const cancelledOf = (r: Records): string => r.tokenId
const cancelledBy = ({ userId }: Records) =>
  ({
    cancelledAt: monday,
    cancelledBy: userId,
    reason: 'Ill',
    note: null,
    shortNotice: true,
    wishOf: 'patient',
  }) as const
/** A closure that is repeated each year. It has the id of the tag. */
const closureRow = ({ tagId, chairId }: Records) => ({
  id: tagId,
  name: 'Closed',
  fromDate: '2026-12-24',
  throughDate: '2026-12-24',
  startTime: null,
  endTime: null,
  yearly: true,
  chairIds: [chairId],
  ...times,
})

/** A calendar feed of the chair. It has the id of the token. */
const feedRow = ({ tokenId, userId, chairId }: Records, of: { id?: string; hash?: Buffer } = {}) => ({
  id: tokenId,
  userId,
  chairId,
  hash: Buffer.from(userId),
  lastFetchedAt: null,
  createdAt: monday,
  ...of,
})

const statusOnlyOf = ({ practiceId }: Records) => `only-${practiceId}`

/**
 * Two practices. Each has its own status, a patient with this status, and an item of each kind in its inbox. The
 * patient got a message about a booking, could not be reminded, and waits for a message about a move. The archive has
 * an item of each kind.
 */
async function openWithStatuses(): Promise<Opened> {
  const s = await openStore()
  for (const r of [s.own, s.foreign])
    await r.practice.write((tx) => {
      const before = practice.packOf(tx, practice.findPractice(tx)!)
      const added = { id: statusOnlyOf(r), label: 'Only here' }
      practice.replacePack(tx, before, { ...before, statuses: [...before.statuses, added] })
      const only = { status: added.id, ownFields: { [added.id]: 'x' } }
      patients.insertPatient(tx, patientRow(r.userId, 'Anna', 'Only', only))
      const { entryId, patientId } = r
      online.insertOnlineBooking(tx, onlineRow(r))
      online.insertOnlineBooking(
        tx,
        onlineRow(r, { id: r.tagId, secretHash: Buffer.alloc(32, 4), state: 'held' }),
      )
      const waiting = { id: r.chairId, secretHash: Buffer.alloc(32, 5), state: 'requested', decideUntil: 5 }
      online.insertOnlineBooking(tx, onlineRow(r, waiting as object))
      // A new patient who was not merged.
      const alone = { id: r.noteId, secretHash: Buffer.alloc(32, 6), patientId: r.userId, contactHash: null }
      online.insertOnlineBooking(tx, onlineRow(r, alone))
      online.insertCode(tx, { id: r.tagId, sentAt: 5, contactHash: Buffer.alloc(32), network: 'x' })
      tags.updateTag(tx, r.tagId, { alert: true })
      archive.archivePatient(tx, patientId, monday)
      archive.archiveNote(tx, { id: r.noteId, patientId }, monday)
      archive.archiveEntry(tx, { id: entryId, patientId }, monday)
      notes.updateNote(tx, r.noteId, { isNext: true })
      archive.archiveWaiting(tx, { id: r.waitingId, patientId }, monday)
      archive.archiveTag(tx, r.tagId, monday)
      archive.archiveTagLink(tx, patientId, r.tagId, monday)
      archive.archiveChair(tx, r.otherChairId, monday)
      closures.insertClosure(tx, closureRow(r))
      appointmentTypes.insertAppointmentType(tx, appointmentTypeRow(r, { id: r.tagId, recallMonths: 1 }))
      insertRecalled(tx, r)
      webhooks.insertWebhook(tx, webhookRow(r.tagId), { epoch: 0, seq: 0 })
      webhooks.leaseWebhook(tx, r.tagId, 'holder', monday, monday)
      webhooks.notePlace(tx, r.tagId, 'holder', { ...placed, stopped: 'gone', stoppedAt: monday })
      webhooks.noteDeliveries(tx, r.tagId, delivered(r))
      imports.insertImport(tx, importRow(r, r.tagId))
      importRows.insertRows(tx, [
        { ...rowOfImport(r, 2), before: {} },
        rowOfImport(r, 3, 'duplicate'),
        { ...rowOfImport(r, 4, 'undone'), before: { version: 1 } },
      ])
      externalIds.insertLink(tx, { ...program, recordId: r.patientId, importId: r.tagId })
      archive.archiveClosure(tx, r.tagId, monday)
      dayNotes.insertDayNote(tx, dayNoteRow(r))
      archive.archiveDayNote(tx, r.tagId, monday)
      absences.insertAbsence(tx, absenceRow(r))
      archive.archiveAbsence(tx, r.tagId, monday)
      chairs.updateChair(tx, r.otherChairId, { workingHours: defaultWorkingHours })
      const of = { entryId, patientId, reason: null }
      notices.insertNotice(tx, noticeRow({ ...of, slot: 1, state: 'uncertain', uncertainAt: monday }))
      notices.insertNotice(tx, noticeRow({ ...of, slot: 2, state: 'sent', sentAt: monday }))
      notices.insertNotice(tx, noticeRow({ ...of, startAt: monday + 1 }))
      notices.insertNotice(tx, noticeRow({ ...of, slot: 3, state: 'scheduled', failingSince: monday }))
      const metadata = { patientAnswer: { answer: 'cancel_requested', at: '' } }
      const later = { startAt: monday + 2 * hour, endAt: monday + 3 * hour }
      const treated = { practitionerId: r.userId, ...later }
      const first = { id: r.tagId, patientId, metadata, seriesId: r.tagId }
      entries.insertEntry(tx, entryRow(r, { ...first, ...treated }))
      entries.insertEntry(tx, entryRow(r, { id: r.noteId, chairId: null, ...treated }))
      insertCancelled(tx, r)
      const notice = { entryId: r.entryId, patientId: r.patientId, reason: null, startAt: monday + 2 * hour }
      notices.insertNotice(tx, noticeRow({ ...notice, kind: 'booked', state: 'sent', sentAt: monday }))
      notices.insertNotice(tx, noticeRow({ ...notice, kind: 'moved', state: 'scheduled' }))
      notices.insertNotice(tx, noticeRow({ ...notice, state: 'skipped', reason: 'no_address' }))
      insertPast(tx, r)
      calendarFeeds.insertFeed(tx, feedRow(r))
      progress.insertProgress(tx, { ...nothingNoted, id: entryId, confirmedAt: monday, ...times })
      const gone = { id: cancelledOf(r), startAt: monday + 4 * hour, endAt: monday + 5 * hour }
      entries.insertEntry(tx, entryRow(r, { patientId, ...gone }))
      cancellations.insertCancellation(tx, gone.id, cancelledBy(r))
      entries.removeEntry(tx, gone.id)
      progress.insertProgress(tx, { ...nothingNoted, id: gone.id, confirmedAt: monday, ...times })
    })
  for (const { practice, practiceId, userId } of [s.own, s.foreign])
    await practice.write((tx) => {
      const record = { kind: 'member', id: userId } as const
      tx.record({ kind: 'access', record, before: { name: practiceId }, after: { name: 'Owner' } })
    })
  return s
}

/** A patient who had a visit two months ago, and got one of two recall messages. */
function insertRecalled(tx: WriteScope, r: Records): void {
  const came = { startAt: monday - 1_500 * hour, endAt: monday - 1_499 * hour, chairId: null }
  entries.insertEntry(
    tx,
    entryRow(r, { id: r.runningId, patientId: r.userId, appointmentTypeId: r.tagId, ...came }),
  )
  progress.insertProgress(tx, { ...nothingNoted, id: r.runningId, doneAt: monday, ...times })
  const of = { entryId: r.contactId, patientId: r.userId, kind: 'recall', reason: null } as const
  notices.insertNotice(tx, noticeRow({ ...of, state: 'sent', sentAt: monday }))
  notices.insertNotice(tx, noticeRow({ ...of, slot: 1, state: 'scheduled' }))
}

/** A cancelled appointment of a series. The series has the id of the tag. */
function insertCancelled(tx: WriteScope, r: Records): void {
  const { patientId, tagId: seriesId, userId: cancelledBy } = r
  const of = { practitionerId: null, cancelledAt: monday, cancelledBy, note: null, shortNotice: false }
  const { type: _, ...entry } = entryRow(r, { patientId, seriesId })
  tx.insert(cancellationsTable, { ...entry, ...of, wishOf: 'patient', reason: 'Ill' })
}

/** An id in the form in which the archive stores it. */
const textOf = (id: string) => id.replaceAll('-', '').toUpperCase()

/** Writes a deletion of the patient, an act about the patient, and an erasure. The erasure has the id of the tag. */
function insertPast(tx: WriteScope, { patientId, noteId, userId, tagId, tokenId, sessionId }: Records): void {
  const of = { recordId: patientId, patientId, deletedAt: monday, deletedBy: userId, keepUntil: monday }
  tx.insert(archiveTable, { id: noteId, kind: 'patient', ...of })
  const row = JSON.stringify({ id: textOf(patientId), last_name: 'Weiß' })
  tx.insert(archiveRows, { archiveId: noteId, position: 1, source: 'patients', row })
  const nothing = { credentialKind: null, credentialId: null, address: null, requestId: null, patients: null }
  tx.insert(audit, {
    seq: 1_000_000,
    at: monday,
    actor: 'member',
    userId,
    role: 'owner',
    ...nothing,
    kind: 'write',
    action: 'updatePatient',
    recordKind: 'patient',
    recordId: patientId,
    patientId,
    times: 1,
    fields: ['lastName'],
    detail: null,
    digest: null,
    mac: Buffer.of(1),
  })
  tx.insert(auditPatients, { segment: segmentOf(1_000_000), patientId, seq: 1_000_000 })
  tx.insert(auditValues, { seq: 1_000_000, salt: Buffer.of(1), before: null, after: '{}' })
  tx.insert(erasures, { patientId: tagId, erasedAt: monday })
  patients.insertPatient(tx, patientRow(tokenId, 'Zoe', 'Mueller'))
  // A tag that the patient got by the merge. It has the id of the session.
  tags.insertTag(tx, { id: sessionId, name: 'Merged', color: null, alert: false, ...times })
  patientTags.toggleTag(tx, tokenId, sessionId)
  const [kept, from] = [patients.findPatient(tx, patientId)!, patients.findPatient(tx, tokenId)!]
  merging.mergePatients(tx, kept, from, monday)
}

const idsOf = ({ practice: _, ...ids }: Records) => Object.values(ids)
const mentions = (answer: unknown, r: Records) => {
  const text = JSON.stringify(answer)
  return idsOf(r).some((id) => text.includes(id))
}

test.each(Object.keys(reads))(
  '§1 A caller sees only the records of their own practice, and no request names a practice. %s',
  async (name) => {
    await using s = await openWithStatuses()
    const read = reads[name]!
    expect(mentions(read(s.foreign.practice.read, s.foreign), s.foreign)).toBe(true)
    expect(mentions(read(s.own.practice.read, s.foreign), s.foreign)).toBe(false)
  },
)

test.each(Object.keys(writes))(
  '§1 A caller cannot change a record of another practice, whatever they send. %s',
  async (name) => {
    await using s = await openWithStatuses()
    const tables = s.database
      .query<{ name: string }, []>(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`practice_key`%'",
      )
      .all()
    const { practiceKey } = s.foreign.practice.read
    const rows = () => [
      s.database.query('SELECT * FROM practices WHERE key = ?').all(practiceKey),
      ...tables.map((table) =>
        s.database.query(`SELECT * FROM ${table.name} WHERE practice_key = ?`).all(practiceKey),
      ),
    ]
    const before = rows()
    const write = writes[name]!
    await s.own.practice.write((tx) => void write(tx, s.foreign)).catch(() => undefined)
    expect(rows()).toEqual(before)
    expect(before.flat().length).toBeGreaterThan(10)
  },
)

test('the lists of this file contain every function of the store that takes a scope', async () => {
  const folder = `${import.meta.dir}/../../src/store`
  const modules = await Promise.all(
    [...new Bun.Glob('**/*.ts').scanSync(folder)].map((file) => import(`${folder}/${file}`)),
  )
  const takesScope = modules
    .flatMap((module: Record<string, unknown>) => Object.entries(module))
    .filter(
      ([, value]) => typeof value === 'function' && /^(function \w+)?\((scope|tx)\b/.test(String(value)),
    )
    .map(([name]) => name)
  const listed = [...Object.keys(reads), ...Object.keys(writes)]
  expect(takesScope.filter((name) => !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !takesScope.includes(name))).toEqual([])
})
