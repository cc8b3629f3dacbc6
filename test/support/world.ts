/**
 * The world: one record of every kind, three times (own, foreign and deleted). Each id has its name in paths and
 * bodies.
 */

import { Database } from 'bun:sqlite'
import { afterAll } from 'bun:test'
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '../../src/domain/id.ts'
import { noDates } from '../../src/domain/import/dates.ts'
import { mintSecret, ordinarySessionTimes } from '../../src/domain/secrets.ts'
import { newImportRow } from '../../src/features/imports/actions.ts'
import { addPasskey, openSession } from '../../src/features/shared/access.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertFeed, removeFeed } from '../../src/store/access/calendar-feeds.ts'
import { insertMember } from '../../src/store/access/members.ts'
import { removePasskey } from '../../src/store/access/passkeys.ts'
import { listSessions } from '../../src/store/access/sessions.ts'
import { insertRows } from '../../src/store/imports/import-rows.ts'
import { insertImport, updateWork } from '../../src/store/imports/imports.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { updatePractice } from '../../src/store/practice/practice.ts'
import type { Practice } from '../../src/store/store.ts'
import { success } from './answers.ts'
import { authenticator } from './authenticator.ts'
import { byTest } from './by-test.ts'
import type { Client } from './client.ts'
import {
  type Clinic,
  type ClinicOptions,
  clinic,
  clinicOf,
  copyOf,
  emptyService,
  type Member,
  monday,
} from './clinic.ts'
import { came, contacts } from './recalling.ts'
import {
  absentId,
  at,
  entryBody,
  newAbsence,
  newAppointmentType,
  newChair,
  newClosure,
  newDayNote,
  newEntry,
  newNote,
  newPatient,
  newTag,
  newWaiting,
} from './records.ts'
import { kept } from './scratch.ts'
import { addPasskey as addPasskeyOf, beginPasskey } from './sign-in.ts'

export type Ids = {
  readonly patientId: string
  readonly noteId: string
  readonly tagId: string
  /** A chair without entries, so it can be deleted. */
  readonly chairId: string
  /** An appointment for which a member noted that the patient confirmed. */
  readonly appointmentId: string
  /** An appointment that was cancelled. */
  readonly cancelledId: string
  readonly closureId: string
  readonly absenceId: string
  readonly dayNoteId: string
  readonly appointmentTypeId: string
  readonly webhookId: string
  /** An import that waits for its commit, with a likely duplicate in line 12. */
  readonly importId: string
  readonly committedImportId: string
  readonly memberId: string
  /** A passkey of the calling member. */
  readonly passkeyId: string
  readonly sessionId: string
  readonly tokenId: string
  readonly feedId: string
  /** A reminder that was given up, so it can be sent again. */
  readonly reminderId: string
  readonly waitingId: string
  /** A patient who is due for a check-up, and a contact with this patient. */
  readonly dueId: string
  readonly contactId: string
  /** A mark in the inbox: the note is done. */
  readonly markId: string
  /** A noted phone call about the same note. */
  readonly callId: string
  /** A tag that was deleted and can be restored. */
  readonly archiveId: string
  /** A series of two appointments. */
  readonly seriesId: string
  /** The id of another record of the same person. */
  readonly mergePatients: { readonly from: string }
  /** The request must have at least one of these fields. */
  readonly findDuplicates: { readonly firstName: string; readonly lastName: string }
  /** A length or an appointment type must be given. */
  readonly listOpenings: { readonly durationMinutes: string }
}

export interface World {
  /** The caller's own records, the practice's pack, and an authenticator's answers when the owner is signed in. */
  readonly own: Ids & {
    readonly pack: unknown
    readonly chairIds: readonly string[]
    readonly markInbox: object
    readonly noteCall: object
    /** The calling member. */
    readonly practitionerId: string
    readonly response?: unknown
    readonly checkPasskey?: object
    readonly moveAppointments: object
    readonly moveSeries: object
    readonly cancelSeries: object
    readonly replayWebhook: object
    readonly noteStep: object
  }
  readonly foreign: Ids
  readonly deleted: Ids
}

export interface WorldClinic extends Clinic {
  readonly world: World
}

/** The records of a filled world, and the file that contains them. */
interface Filled {
  readonly path: string
  readonly members: Pick<Clinic, 'owner' | 'assistant' | 'stranger'>
  readonly records: Records
}

const filled = new Map<boolean, Promise<Filled>>()

/**
 * A clinic whose database already contains the world. Each process fills a world once, by many requests, and each
 * clinic gets a copy of the file. So the clinic's service has not counted these requests, for example for rate limits.
 */
export async function worldClinic({
  signedIn = false,
  ...options
}: ClinicOptions = {}): Promise<WorldClinic> {
  const { path, members, records } = await filled.getOrInsertComputed(signedIn, fill)
  const c = clinicOf(emptyService({ ...options, path: copyOf(path) }), members)
  return { ...c, world: await answering(c, records) }
}

/**
 * A clinic with a world, shared by the tests of one file whose requests change nothing, such as refused requests. The
 * first call makes the clinic. After the file's tests the clinic is closed.
 */
export function sharedWorld(options: ClinicOptions = { signedIn: true }): () => Promise<WorldClinic> {
  let made: Promise<WorldClinic> | undefined
  afterAll(async () => await (await made)?.[Symbol.asyncDispose]())
  return async () => {
    made ??= worldClinic(options)
    return { ...(await made), async [Symbol.asyncDispose]() {} }
  }
}

/** A GET may use the shared world. Any other operation gets a new world. */
export const worldsFor = (shared: () => Promise<WorldClinic>) => (operation: { readonly method: string }) =>
  operation.method === 'GET' ? shared() : worldClinic({ signedIn: true })

async function fill(signedIn: boolean): Promise<Filled> {
  const c = await clinic({ signedIn })
  const records = await newRecordsOfAll(c)
  await c.store.close()
  const path = join(kept, `world-${signedIn}.db`)
  renameSync(c.path, path)
  return { path, members: c, records }
}

/** Fills the world into this clinic, for tests that need a service that answered these requests itself. */
export const newWorld = async (c: Clinic): Promise<World> => answering(c, await newRecordsOfAll(c))

/** All records, and the key of the owner's authenticator when the owner is signed in. */
type Records = World & { readonly key: Awaited<ReturnType<typeof addPasskeyOf>> | undefined }

/**
 * The world with answers of an authenticator. They are made for each service, because a service keeps its challenges
 * only in memory.
 */
async function answering(c: Clinic, { key, own, ...others }: Records): Promise<World> {
  if (key === undefined) return { own, ...others }
  const { options } = success(await c.owner.call('POST', '/api/v1/me/passkey-check/options'))
  const checkPasskey = { response: await key.authenticate(options) }
  const response = await (await authenticator()).register(await beginPasskey(c.owner.call))
  return { own: { ...own, response, checkPasskey }, ...others }
}

async function newRecordsOfAll(c: Clinic): Promise<Records> {
  const { pack, auth } = success(await c.owner.call('GET', '/api/v1/me'))
  // The passkey is added first, because a new passkey ends the member's other sessions.
  const key = auth.kind === 'session' ? await addPasskeyOf(c.owner.call) : undefined
  const records = await newRecords(c, c.owner, 'Own')
  const [first] = await occurrencesOf(c.owner.call, records.seriesId)
  // A message that failed has no mark yet.
  const markInbox = { kind: 'failed', recordId: records.reminderId }
  const own = {
    ...records,
    pack,
    practitionerId: c.owner.userId,
    chairIds: [records.chairId],
    markInbox,
    noteCall: { ...markInbox, againAt: null },
    moveAppointments: { moves: [{ id: records.appointmentId, startAt: at('14:00'), version: 1 }] },
    moveSeries: { appointmentId: first },
    cancelSeries: { appointmentId: first },
    // The world's appointment is confirmed already, so the next step is `arrived`.
    noteStep: { step: 'arrived' },
    replayWebhook: { since: success(await c.owner.call('GET', '/api/v1/changes')).next },
  }
  const foreign = await newRecords(c, c.stranger, 'Foreign')
  const deleted = {
    ...(await newRecords(c, c.owner, 'Deleted')),
    // The following kinds of records cannot be deleted, so an absent id is used.
    memberId: absentId,
    appointmentTypeId: absentId,
    reminderId: absentId,
    committedImportId: absentId,
  }
  const gone = await occurrencesOf(c.owner.call, deleted.seriesId)
  for (const path of [
    ...gone.map((id) => `/appointments/${id}`),
    `/inbox/calls/${deleted.callId}`,
    `/inbox/marks/${deleted.markId}`,
    `/waiting-list/${deleted.waitingId}`,
    `/recalls/${deleted.dueId}/contacts/${deleted.contactId}`,
    `/appointments/${deleted.appointmentId}`,
    `/chairs/${deleted.chairId}`,
    `/closures/${deleted.closureId}`,
    `/absences/${deleted.absenceId}`,
    `/webhooks/${deleted.webhookId}`,
    `/imports/${deleted.importId}`,
    `/day-notes/${deleted.dayNoteId}`,
    `/tags/${deleted.tagId}`,
    `/patients/${deleted.patientId}/notes/${deleted.noteId}`,
    `/patients/${deleted.patientId}`,
    `/patients/${deleted.dueId}`,
    `/me/sessions/${deleted.sessionId}`,
    `/me/tokens/${deleted.tokenId}`,
  ])
    success(await c.owner.call('DELETE', `/api/v1${path}`))
  success(await c.owner.call('POST', `/api/v1/archive/${deleted.archiveId}/restore`))
  await c.practice.write((tx) => {
    removePasskey(tx, c.owner.userId, deleted.passkeyId)
    removeFeed(tx, deleted.feedId)
  })
  return { own, foreign, deleted, key }
}

async function newRecords(c: Clinic, { call, practiceId, userId }: Member, name: string): Promise<Ids> {
  const { id: patientId } = await newPatient(call, { lastName: name })
  const { id: twiceId } = await newPatient(call, { lastName: `${name}, twice` })
  const { id: noteId } = await newNote(call, patientId, { body: name, isNext: true })
  const { id: tagId } = await newTag(call, name)
  const { id: goneId } = await newTag(call, `${name}, deleted`)
  success(await call('DELETE', `/api/v1/tags/${goneId}`))
  const [archived] = success(await call('GET', '/api/v1/archive?kind=tag')).items
  const { id: chairId } = await newChair(call, { name })
  const { id: taken } = await newChair(call, { name: `${name}, taken` })
  const { id: appointmentId } = await newEntry(call, {
    chairId: taken,
    patientId,
    title: name,
    // The appointment is on the clinic's Monday, so every step can be noted.
    startAt: '2026-03-02T15:00:00.000Z',
    endAt: '2026-03-02T16:00:00.000Z',
  })
  const { seriesId } = success(
    await call('POST', '/api/v1/appointments/series', {
      ...entryBody({ chairId: taken, patientId, startAt: at('11:00'), endAt: at('12:00') }),
      repeat: { every: 1, unit: 'week', count: 2 },
    }),
    201,
  )
  success(await call('POST', `/api/v1/appointments/${appointmentId}/progress`, { step: 'confirmed' }))
  const { id: cancelledId } = await newEntry(call, { patientId, title: `${name}, cancelled` })
  const cancelling = { reason: name, by: 'practice' }
  success(await call('POST', `/api/v1/appointments/${cancelledId}/cancel`, cancelling))
  const { id: waitingId } = await newWaiting(call, { patientId })
  const { id: markId } = success(
    await call('POST', '/api/v1/inbox/marks', { kind: 'note_next', recordId: noteId }),
    201,
  )
  const called = { kind: 'note_next', recordId: noteId, result: 'no_answer' }
  const { id: callId } = success(await call('POST', '/api/v1/inbox/calls', called), 201)
  const { id: appointmentTypeId } = await newAppointmentType(call, { name })
  const { id: webhookId } = success(
    await call('POST', '/api/v1/webhooks', { url: `https://${crypto.randomUUID()}.example.org` }),
    201,
  )
  const { importId, committedImportId } = await newImports(
    c.store.practices.of(practiceId, byTest),
    userId,
    patientId,
  )
  const { id: closureId } = await newClosure(call, { name, chairIds: [taken] })
  const { id: dayNoteId } = await newDayNote(call, { text: name })
  const { id: absenceId } = await newAbsence(call, userId, { reason: name })
  const { id: dueId } = await newPatient(call, { lastName: name })
  const checkUp = await newAppointmentType(call, { name: `${name}, again`, recallMonths: 1 })
  await came({ assistant: { call } }, dueId, checkUp.id, '2026-01-05')
  const { id: contactId } = success(await call('POST', contacts(dueId), { kind: 'unanswered' }), 201)
  const colleague = {
    email: `${newId(monday)}@example.org`,
    role: 'assistant',
    active: true,
    color: null,
    language: null,
  } as const
  const member = await c.store.practices.of(practiceId, byTest).write((tx) => {
    const memberId = newId(monday)
    insertMember(tx, { id: memberId, name, ...colleague, createdAt: monday, updatedAt: monday })
    const unused = { publicKey: Buffer.of(1), counter: 0, transports: [], rpId: null }
    const [passkeyId] = [newId(monday), newId(monday)].map((credentialId) =>
      addPasskey(tx, userId, name, { credentialId, ...unused }, monday),
    )
    openSession(tx, userId, name, monday, ordinarySessionTimes)
    const [session] = listSessions(tx, userId, monday, ordinarySessionTimes).filter(
      ({ userAgent }) => userAgent === name,
    )
    const feedId = newId(monday)
    insertFeed(tx, { ...feedRow, id: feedId, userId, hash: mintSecret('calendarFeed').hash })
    const ownFields = [{ id: 'insurer', name: 'Insurer', archived: false }]
    updatePractice(tx, { calendarFeeds: 'busy', ownFields })
    return { memberId, passkeyId: passkeyId!, sessionId: session!.id, feedId }
  })
  const { id: tokenId } = await createToken(c.store.practices.of(practiceId, byTest), userId, name, 1, monday)
  const reminderId = await giveUp(c.store.practices.of(practiceId, byTest), appointmentId)
  return {
    patientId,
    noteId,
    tagId,
    chairId,
    appointmentId,
    cancelledId,
    closureId,
    absenceId,
    dayNoteId,
    appointmentTypeId,
    webhookId,
    importId,
    committedImportId,
    reminderId,
    waitingId,
    dueId,
    contactId,
    markId,
    callId,
    ...member,
    tokenId,
    archiveId: archived.id,
    seriesId,
    mergePatients: { from: twiceId },
    findDuplicates: { firstName: 'Zoé', lastName: name },
    listOpenings: { durationMinutes: '30' },
  }
}

const feedRow = { chairId: null, lastFetchedAt: null, createdAt: monday }

/** The ids of the appointments of a series that are not cancelled. */
async function occurrencesOf(call: Client, seriesId: string): Promise<string[]> {
  const { appointments } = success(await call('GET', `/api/v1/series/${seriesId}`))
  return appointments.map(({ id }: { id: string }) => id)
}

/** Gives up a reminder, as after an outage of the provider. */
const giveUp = (practice: Practice, appointmentId: string) =>
  practice.write((tx) => {
    const [job] = listNotices(tx, appointmentId)
    updateNotice(tx, job!.id, { state: 'dead', reason: 'gave_up' })
    return job!.id
  })

/**
 * All rows of a database, by table. The audit trail is left out, because it also has rows about reads and refusals. The
 * function reads the file directly, because requests for all records would take far longer.
 */
export function everythingIn(path: string): Readonly<Record<string, unknown[][]>> {
  using database = new Database(path, { readonly: true })
  const tables = database
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not like 'audit%' order by name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => [name, database.query(`select * from "${name}"`).values()]),
  )
}

/** Adds an import that waits for its commit, and a committed import. Their uploaded files do not exist. */
async function newImports(practice: Practice, userId: string, patientId: string) {
  const [importId, committedImportId] = [newId(monday), newId(monday)]
  const file = {
    kind: 'patients',
    name: 'Cliniko',
    userId,
    bytes: 42,
    encoding: 'utf-8',
    separator: 'comma',
  } as const
  const columns = (['firstName', 'lastName'] as const).map((field) => ({
    name: field,
    field,
    dateOrder: null,
    dates: noDates,
  }))
  const known = { columns, rows: 1, duplicates: { same_name_and_dob: 'skip' } } as const
  await practice.write((tx) => {
    insertImport(tx, { ...newImportRow(importId, file, monday), ...known, state: 'checked' })
    updateWork(tx, importId, { done: 1, counts: { duplicate: 1 }, undecided: { same_name_and_dob: 1 } })
    const row = { outcome: 'duplicate', reason: 'same_name_and_dob', field: null, sameAsLine: null } as const
    const unwritten = { decision: null, recordVersion: null, linked: false, before: null } as const
    insertRows(tx, [{ ...row, ...unwritten, importId, line: 12, recordId: patientId }])
    const committed = { state: 'committed', committedAt: monday } as const
    insertImport(tx, { ...newImportRow(committedImportId, file, monday), ...known, ...committed })
  })
  return { importId, committedImportId }
}
