import type { Database } from 'bun:sqlite'
import { rmSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { offline } from '../../src/domain/appointment-type.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { unsetSettings } from '../../src/domain/settings.ts'
import { insertToken } from '../../src/store/access/api-tokens.ts'
import { replaceEnrolmentLink } from '../../src/store/access/enrolment-links.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { insertPasskey } from '../../src/store/access/passkeys.ts'
import { insertSession } from '../../src/store/access/sessions.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import type { insertOnlineBooking } from '../../src/store/calendar/online-bookings.ts'
import { insertWaiting } from '../../src/store/calendar/waiting-list.ts'
import type { WriteScope } from '../../src/store/engine/scope.ts'
import { insertCall } from '../../src/store/inbox/inbox-calls.ts'
import { insertMark } from '../../src/store/inbox/inbox-marks.ts'
import { saveNoticeSettings, unsetNoticeSettings } from '../../src/store/notices/notice-settings.ts'
import { insertNotice } from '../../src/store/notices/notices.ts'
import { insertNote, insertRevision } from '../../src/store/patients/notes.ts'
import { toggleTag } from '../../src/store/patients/patient-tags.ts'
import { insertPatient, type NewPatient } from '../../src/store/patients/patients.ts'
import { insertRecallContact } from '../../src/store/patients/recalls.ts'
import { insertTag } from '../../src/store/patients/tags.ts'
import type { insertAppointmentType } from '../../src/store/practice/appointment-types.ts'
import { insertChair } from '../../src/store/practice/chairs.ts'
import { insertPractice } from '../../src/store/practice/practice.ts'
import { createStore, type Practice, type Store } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { freshDatabasePath, monday } from '../support/clinic.ts'

export const times = { createdAt: monday, updatedAt: monday }

/** The ids of one record of each kind, all of one practice. */
export interface Records {
  readonly practiceId: string
  readonly practice: Practice
  readonly userId: string
  readonly chairId: string
  readonly otherChairId: string
  readonly patientId: string
  readonly tagId: string
  readonly noteId: string
  /** An appointment of the patient on the chair, from 08:00 to 09:00 on the Monday. */
  readonly entryId: string
  /** The patient's item on the waiting list. */
  readonly waitingId: string
  /** A contact with the patient about the next check-up. */
  readonly contactId: string
  /** A mark in the inbox: the reminder that was given up is done. */
  readonly markId: string
  /** A noted phone call about the same reminder. */
  readonly callId: string
  /** The token, the session and the passkey are the owner's. */
  readonly tokenId: string
  readonly sessionId: string
  readonly passkeyId: string
  /** A reminder of that appointment that was given up. */
  readonly reminderId: string
  /** A reminder of that appointment that is being delivered. */
  readonly runningId: string
}

export interface Opened extends AsyncDisposable {
  readonly path: string
  /** The database of the store, for SQL of the tests. */
  readonly database: Database
  readonly store: Store
  readonly own: Records
  readonly foreign: Records
}

export const hour = 3_600_000

/** A store over a new file. In the file, two practices have one record of each kind. */
export async function openStore(): Promise<Opened> {
  const path = freshDatabasePath()
  const database = openDatabase(path)
  const store = createStore(database)
  return {
    path,
    database,
    store,
    own: await newRecords(store),
    foreign: await newRecords(store),
    async [Symbol.asyncDispose]() {
      await store.close()
      removeDatabase(path)
    },
  }
}

/** Deletes a database file and its write-ahead log, so that the tests of one test file do not fill the memory. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}

/** Adds a practice with one record of each kind. */
export async function newRecords(store: Store): Promise<Records> {
  const id = () => newId(monday)
  const ids = { practiceId: id(), userId: id(), chairId: id(), otherChairId: id() }
  const records = {
    ...ids,
    patientId: id(),
    tagId: id(),
    noteId: id(),
    entryId: id(),
    waitingId: id(),
    contactId: id(),
    markId: id(),
    callId: id(),
    tokenId: id(),
    sessionId: id(),
    passkeyId: id(),
    reminderId: id(),
    runningId: id(),
  }
  const practice = store.practices.of(records.practiceId, byTest)
  const { userId, sessionId, passkeyId } = records
  await practice.write((tx) => {
    insertRecords(tx, records)
    tx.record({ kind: 'write', patientId: records.patientId })
    insertSession(tx, sessionRow({ id: sessionId, userId }))
    replaceEnrolmentLink(tx, { userId, hash: Buffer.from(userId), expiresAt: monday + hour })
    insertPasskey(tx, passkeyRow({ id: passkeyId, userId, credentialId: userId }))
  })
  return { ...records, practice }
}

type SessionRow = Parameters<typeof insertSession>[1]

export const sessionRow = (of: Pick<SessionRow, 'id' | 'userId'>): SessionRow => ({
  hash: Buffer.from(of.id),
  userAgent: null,
  lastSeenAt: monday,
  verifiedAt: monday,
  expiresAt: monday + hour,
  createdAt: monday,
  ...of,
})

type TokenRow = Parameters<typeof insertToken>[1]

export const tokenRow = (of: Pick<TokenRow, 'id' | 'userId' | 'hash'>): TokenRow => ({
  name: 'Laptop',
  scopes: ['read', 'write'],
  lastUsedAt: null,
  expiresAt: monday + hour,
  revokedAt: null,
  createdAt: monday,
  ...of,
})

type PasskeyRow = Parameters<typeof insertPasskey>[1]

/** A passkey that no authenticator has. */
export const passkeyRow = (of: Pick<PasskeyRow, 'id' | 'userId' | 'credentialId'>): PasskeyRow => ({
  name: 'Laptop',
  publicKey: Buffer.of(1),
  counter: 0,
  transports: [],
  rpId: null,
  lastUsedAt: null,
  createdAt: monday,
  ...of,
})

function insertRecords(tx: WriteScope, ids: Omit<Records, 'practice'>): void {
  const { userId, chairId, otherChairId, patientId, tagId, noteId, entryId, tokenId, reminderId, runningId } =
    ids
  insertPractice(
    tx,
    { name: 'A practice', timezone: 'UTC', ...unsetSettings, ...times },
    packTemplates.dental,
  )
  const email = `${userId}@example.org`
  insertMember(tx, {
    id: userId,
    name: 'Owner',
    email,
    role: 'owner',
    active: true,
    color: null,
    language: null,
    ...times,
  })
  const hash = Buffer.from(tokenId)
  insertToken(tx, tokenRow({ id: tokenId, userId, hash }))
  for (const [position, id] of [chairId, otherChairId].entries())
    insertChair(tx, {
      id,
      name: `Chair ${position}`,
      color: null,
      position,
      active: true,
      workingHours: null,
      ...times,
    })
  insertPatient(tx, patientRow(patientId, 'Zoé', 'Müller'))
  insertTag(tx, { id: tagId, name: 'Recall', color: null, alert: false, ...times })
  toggleTag(tx, patientId, tagId)
  const text = { title: null, body: 'A note', isNext: false }
  insertNote(tx, { id: noteId, patientId, ...text, createdBy: userId, updatedBy: userId, ...times })
  insertRevision(tx, { noteId, version: 1, ...text, savedAt: monday, savedBy: userId })
  insertEntry(tx, entryRow(ids, { id: entryId, patientId }))
  insertMark(tx, markRow(ids, { id: ids.markId }))
  insertCall(tx, callRow(ids, { id: ids.callId }))
  insertWaiting(tx, waitingRow(ids, { id: ids.waitingId }))
  insertRecallContact(tx, contactRow(ids, { id: ids.contactId }))
  insertNotice(tx, noticeRow({ id: reminderId, entryId, patientId }))
  const running = {
    state: 'running' as const,
    reason: null,
    channel: 'sms' as const,
    leaseUntil: monday + hour,
    sequence: runningSequence,
    countedOn: dayOf(tx.practiceId),
  }
  insertNotice(tx, noticeRow({ id: runningId, entryId, patientId, ...running }))
  const scheduled = { state: 'scheduled' as const, reason: null, startAt: monday + hour }
  insertNotice(tx, noticeRow({ entryId, patientId, ...scheduled }))
  saveNoticeSettings(
    tx,
    {
      ...unsetNoticeSettings,
      emailSubject: `of ${tx.practiceId}`,
    },
    monday,
  )
}

/** A day for this practice. No other practice of a test has the same day. */
export const dayOf = (practiceId: string): string =>
  Temporal.PlainDate.from('2026-03-09')
    .add({ days: Number.parseInt(practiceId.slice(-6), 16) % 2_000_000 })
    .toString()

export const patientRow = (
  id: string,
  firstName: string,
  lastName: string,
  more: Partial<NewPatient> = {},
): NewPatient => ({
  id,
  firstName,
  lastName,
  dob: null,
  gender: null,
  email: null,
  phoneMobile: null,
  address: null,
  postcode: null,
  town: null,
  ownFields: null,
  country: null,
  status: 'new',
  statusChangedAt: null,
  notifyByEmail: true,
  notifyBySms: false,
  recallConsent: false,
  preferredLanguage: null,
  mayBookOnline: true,
  metadata: {},
  ...times,
  ...more,
})

type EntryRow = Parameters<typeof insertEntry>[1]

export const entryRow = (
  { userId, chairId }: Pick<Records, 'userId' | 'chairId'>,
  more: Partial<EntryRow> = {},
): EntryRow => ({
  id: newId(monday),
  chairId,
  patientId: null,
  type: 'appointment',
  title: null,
  startAt: monday,
  endAt: monday + hour,
  color: null,
  serviceRef: null,
  notes: null,
  metadata: {},
  practitionerId: null,
  seriesId: null,
  appointmentTypeId: null,
  createdBy: userId,
  ...times,
  ...more,
})

type OnlineRow = Parameters<typeof insertOnlineBooking>[1]

/** A day note for Monday, 2 March 2026. It has the id of the tag. */
export const dayNoteRow = ({ tagId, userId }: Pick<Records, 'tagId' | 'userId'>) => ({
  id: tagId,
  date: '2026-03-02',
  text: 'Closes at four.',
  createdBy: userId,
  ...times,
})

/** An absence of a whole day. It has the id of the tag. */
export const absenceRow = ({ tagId, userId }: Pick<Records, 'tagId' | 'userId'>) => ({
  id: tagId,
  practitionerId: userId,
  reason: 'Ill',
  weekdays: null,
  startTime: null,
  endTime: null,
  fromDate: '2026-03-02',
  throughDate: '2026-03-02',
  ...times,
})

/** An online booking, by the patient, of a time of an appointment type. */
export const onlineRow = (
  { entryId, patientId, tagId }: Pick<Records, 'entryId' | 'patientId' | 'tagId'>,
  more: Partial<OnlineRow> = {},
): OnlineRow => ({
  id: entryId,
  patientId,
  appointmentTypeId: tagId,
  practitionerId: null,
  known: true,
  secretHash: Buffer.alloc(32, 1),
  state: 'booked',
  network: '192.0.2.1',
  isNewPatient: true,
  startAt: monday,
  endAt: monday + hour,
  createdAt: 1,
  expiresAt: 5,
  decideUntil: null,
  channel: 'email',
  contact: 'zoe@example.org',
  contactHash: Buffer.alloc(32, 2),
  language: 'de',
  codeHash: Buffer.alloc(32, 3),
  codeUntil: 5,
  codeTries: 0,
  answers: [{ question: 'What is it about?', answer: 'Pain' }],
  visitor: { firstName: 'Zoé', lastName: 'Müller' },
  ...more,
})

type TypeRow = Parameters<typeof insertAppointmentType>[1]

/** An appointment type with every field set. */
export const appointmentTypeRow = (
  { userId, chairId }: Pick<Records, 'userId' | 'chairId'>,
  more: Partial<TypeRow> = {},
): TypeRow => ({
  id: newId(monday),
  name: 'Check-up',
  patientName: { en: 'Check-up', de: 'Kontrolle' },
  durationMinutes: 30,
  color: '#22c55e',
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  chairIds: [chairId],
  practitioners: [{ memberId: userId, durationMinutes: 45 }],
  instructions: { de: 'Bitte nüchtern kommen.' },
  recallMonths: 6,
  position: 0,
  active: true,
  archived: false,
  online: { ...offline, newPatients: 'request', questions: ['Worum geht es?'] },
  ...times,
  ...more,
})

/** The progress of the appointment: the patient has confirmed, as a member noted. */
export const progressRow = ({ userId, entryId }: Pick<Records, 'userId' | 'entryId'>) => ({
  id: entryId,
  confirmedAt: monday,
  confirmedBy: userId,
  arrivedAt: null,
  arrivedBy: null,
  inChairAt: null,
  inChairBy: null,
  doneAt: null,
  doneBy: null,
  noShowAt: null,
  noShowBy: null,
  note: null,
  ...times,
})

type MarkRow = Parameters<typeof insertMark>[1]

/** A mark on the reminder that was given up. */
export const markRow = (
  { userId, reminderId }: Pick<Records, 'userId' | 'reminderId'>,
  more: Partial<MarkRow> = {},
): MarkRow => ({
  id: newId(monday),
  kind: 'failed',
  recordId: reminderId,
  about: monday,
  seenAt: monday,
  seenBy: userId,
  ...more,
})

type ContactRow = Parameters<typeof insertRecallContact>[1]

/** A phone call that nobody answered. */
export const contactRow = (
  { userId, patientId }: Pick<Records, 'userId' | 'patientId'>,
  more: Partial<ContactRow> = {},
): ContactRow => ({
  id: newId(monday),
  patientId,
  kind: 'unanswered',
  askAgainOn: null,
  note: null,
  createdBy: userId,
  createdAt: monday,
  ...more,
})

type CallRow = Parameters<typeof insertCall>[1]

/** A call about the reminder that was given up. */
export const callRow = (
  { userId, reminderId }: Pick<Records, 'userId' | 'reminderId'>,
  more: Partial<CallRow> = {},
): CallRow => ({
  id: newId(monday),
  kind: 'failed',
  recordId: reminderId,
  about: monday,
  result: 'no_answer',
  againAt: null,
  calledAt: monday,
  calledBy: userId,
  ...more,
})

type WaitingRow = Parameters<typeof insertWaiting>[1]

/** An item on the waiting list for half an hour, at any time. */
export const waitingRow = (
  { userId, patientId }: Pick<Records, 'userId' | 'patientId'>,
  more: Partial<WaitingRow> = {},
): WaitingRow => ({
  id: newId(monday),
  patientId,
  durationMinutes: 30,
  chairIds: null,
  weekdays: null,
  startTime: null,
  endTime: null,
  fromDate: null,
  throughDate: null,
  urgency: 'soon',
  note: null,
  appointmentTypeId: null,
  createdBy: userId,
  ...times,
  ...more,
})

/**
 * The sequence number of the reminder that is being delivered. It is higher than every number that the clock of these
 * tests produces.
 */
export const runningSequence = 2_000_000_000

type NoticeRow = Parameters<typeof insertNotice>[1]

export const noticeRow = (
  more: Pick<NoticeRow, 'entryId' | 'patientId'> & Partial<NoticeRow>,
): NoticeRow => ({
  id: newId(monday),
  channel: 'email',
  kind: 'reminder',
  sequence: 0,
  slot: 0,
  startAt: monday,
  dueAt: monday,
  nextAttemptAt: monday,
  state: 'dead',
  reason: 'gave_up',
  attempts: 1,
  lease: 'lease',
  leaseUntil: null,
  sentAt: null,
  uncertainAt: null,
  failingSince: null,
  countedOn: null,
  lastError: 'timeout',
  ...times,
  ...more,
})
