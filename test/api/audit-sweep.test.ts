/** The rows that each route writes into the audit trail. The test fails for a route that is in no table. */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { type AuditRow, auditRows, inShort } from '../support/audit.ts'
import { authenticator } from '../support/authenticator.ts'
import type { Client } from '../support/client.ts'
import { clinic, emptyService, type Service } from '../support/clinic.ts'
import { bookingClinic, bookingPage, bookOnPage } from '../support/online-booking.ts'
import { openOperations, operations, requestOf } from '../support/openapi.ts'
import { setUp } from '../support/set-up.ts'
import { enrol, openLink, signIn } from '../support/sign-in.ts'
import { moment, optOut, remindedVisit, reply, send } from '../support/visiting.ts'
import { worldClinic } from '../support/world.ts'

/** The reasons why a route writes no row into the audit trail. */
const none = {
  ownAccount: 'it shows the caller their own account',
  practice: 'it shows how the practice is set up, and nobody’s record',
  names: 'it shows the members or the calendar’s free times, and no patient',
  madeUp: 'it shows a made-up text, or says what a number means',
  begins: 'it begins a ceremony and changes nothing',
} as const
type Why = keyof typeof none

/** The audit rows that each operation writes when it succeeds, in short, or the reason why it writes no row. */
const left: Readonly<Record<string, readonly string[] | Why>> = {
  getMe: 'ownAccount',
  listMySessions: 'ownAccount',
  listMyPasskeys: 'ownAccount',
  listMyTokens: 'ownAccount',
  listMyCalendarFeeds: 'ownAccount',
  listTokens: 'names',
  listCalendarFeeds: 'names',
  listMembers: 'names',
  getMember: 'names',
  getPractice: 'practice',
  listChanges: 'practice',
  getReminderSettings: 'practice',
  getServiceHealth: 'practice',
  listTags: 'practice',
  getTag: 'practice',
  listChairs: 'practice',
  getChair: 'practice',
  listAbsences: 'practice',
  getAbsence: 'practice',
  listClosures: 'practice',
  getClosure: 'practice',
  listAppointmentTypes: 'practice',
  getAppointmentType: 'practice',
  suggestHolidays: 'practice',
  findFreeSlots: 'names',
  listDays: 'names',
  listOpenings: 'names',
  explainOpening: 'names',
  previewReminder: 'madeUp',
  checkPhone: 'madeUp',
  beginPasskey: 'begins',
  beginPasskeyCheck: 'begins',

  endSession: ['access session'],
  signOut: ['access session'],
  addPasskey: ['access passkey', 'access member'],
  checkPasskey: ['access session'],
  renamePasskey: ['access passkey'],
  removePasskey: ['access passkey'],
  createToken: ['access token'],
  revokeToken: ['access token'],
  revokeAnyToken: ['access token'],
  createCalendarFeed: ['access calendarFeed'],
  endCalendarFeed: ['access calendarFeed'],
  endAnyCalendarFeed: ['access calendarFeed'],
  inviteMember: ['access member', 'access link'],
  updateMember: ['access member'],
  updateMe: ['access member'],
  replaceMemberLink: ['access member', 'access link'],

  updatePractice: ['settings practice'],
  updateReminderSettings: ['settings reminderSettings'],
  createTag: ['write tag'],
  updateTag: ['write tag'],
  deleteTag: ['write tag'],
  createChair: ['write chair'],
  updateChair: ['write chair'],
  deleteChair: ['write chair'],
  createAppointmentType: ['write appointmentType'],
  updateAppointmentType: ['write appointmentType'],
  deleteAppointmentType: ['write appointmentType'],
  createAbsence: ['write absence'],
  updateAbsence: ['write absence'],
  deleteAbsence: ['write absence'],
  listImports: 'practice',
  getImport: 'practice',
  listImportRows: 'practice',
  createImport: ['write import'],
  updateImport: ['write import'],
  deleteImport: ['write import'],
  checkImport: ['write import'],
  commitImport: ['write import'],
  undoImport: ['write import'],
  listWebhooks: 'practice',
  getWebhook: 'practice',
  listWebhookDeliveries: 'practice',
  createWebhook: ['write webhook'],
  updateWebhook: ['write webhook'],
  deleteWebhook: ['write webhook'],
  testWebhook: ['write webhook'],
  replayWebhook: ['write webhook'],
  createClosure: ['write closure'],
  updateClosure: ['write closure'],
  deleteClosure: ['write closure'],

  listPatients: ['read of a patient'],
  createPatient: ['write patient of a patient'],
  getPatient: ['read of a patient'],
  updatePatient: ['write patient of a patient'],
  deletePatient: ['write patient of a patient'],
  togglePatientTag: ['write patient of a patient'],
  findDuplicates: ['read of a patient'],
  mergePatients: ['write patient of a patient'],
  listNotes: ['read of a patient'],
  createNote: ['write note of a patient'],
  updateNote: ['write note of a patient'],
  deleteNote: ['write note of a patient'],
  listAppointments: ['read of a patient'],
  getDay: ['read of a patient'],
  bookAppointment: ['write appointment of a patient'],
  getAppointment: ['read appointment of a patient'],
  // The example moves the appointment. So the confirmation of the patient is removed.
  updateAppointment: ['write progress of a patient', 'write appointment of a patient'],
  deleteAppointment: ['write appointment of a patient'],
  moveAppointments: ['write progress of a patient', 'write appointment of a patient'],
  bookSeries: Array(6).fill('write appointment of a patient'),
  getSeries: ['read of a patient'],
  moveSeries: Array(2).fill('write appointment of a patient'),
  cancelSeries: Array(2).fill('write appointment of a patient'),
  listPatientAppointments: ['read of a patient'],
  searchAppointments: ['read of a patient'],
  getProgress: ['read progress of a patient'],
  noteStep: ['write progress of a patient'],
  takeStepBack: ['write progress of a patient'],
  cancelAppointment: ['write appointment of a patient'],
  getCancellation: ['read appointment of a patient'],
  deleteCancellation: ['write appointment of a patient'],
  listPatientReminders: ['read of a patient'],
  listAppointmentReminders: ['read appointment of a patient'],
  listFailedReminders: ['read of a patient'],
  retryReminder: ['write reminder of a patient'],
  retryReminders: ['write of a patient'],
  sendTestMessage: ['message reminder'],

  getInbox: ['read of a patient'],
  markInbox: ['write inboxMark of a patient'],
  unmarkInbox: ['write inboxMark of a patient'],
  listRecalls: ['read of a patient'],
  createRecallContact: ['write recall of a patient'],
  deleteRecallContact: ['write recall of a patient'],
  createDayNote: ['write dayNote'],
  getDayNote: 'practice',
  updateDayNote: ['write dayNote'],
  deleteDayNote: ['write dayNote'],
  noteCall: ['write inboxCall of a patient'],
  takeCallBack: ['write inboxCall of a patient'],
  listWaiting: ['read of a patient'],
  createWaiting: ['write waiting of a patient'],
  getWaiting: ['read waiting of a patient'],
  updateWaiting: ['write waiting of a patient'],
  deleteWaiting: ['write waiting of a patient'],
  bookWaiting: ['write appointment of a patient', 'write waiting of a patient'],

  listAudit: ['read trail of a patient'],
  listArchive: ['read of a patient'],
  restoreDeleted: ['write tag'],
  exportPatient: ['export patient of a patient'],
  exportPatientPage: ['export patient of a patient'],
  erasePatient: ['erasure patient of a patient'],
}

/** Other paths and bodies for operations whose examples find no record. */
const instead: Readonly<Record<string, { readonly path?: string; readonly body?: object }>> = {
  listAppointments: { path: '/api/v1/appointments?from=2026-01-01T00:00Z&to=2026-12-31T00:00Z' },
  getDay: { path: '/api/v1/day?date=2026-03-10' },
  searchAppointments: { path: '/api/v1/appointments/search?from=2026-01-01T00:00Z&to=2026-12-31T00:00Z' },
  retryReminders: { body: { state: 'dead', reason: 'gave_up' } },
}

const isNew = (before: readonly AuditRow[]) => {
  const known = new Set(before.map(({ trail, seq }) => `${trail} ${seq}`))
  return ({ trail, seq }: AuditRow) => !known.has(`${trail} ${seq}`)
}

test('the table of audit rows names every operation of the OpenAPI document, and no other operation', () => {
  expect(Object.keys(left).sort()).toEqual(operations.map(({ operationId }) => operationId!).sort())
})

for (const operation of operations) {
  const name = operation.operationId!

  test(`§14.1 Every route writes exactly those rows into the audit trail that a table in its test names. ${name}`, async () => {
    await using c = await worldClinic({ signedIn: true })
    const { method, path, body } = { ...requestOf(operation, c.world.own), ...instead[name] }
    const before = await auditRows(c)
    const answer = await c.owner.call(method, path, body)
    expect(answer.status, answer.text).toBeWithin(200, 202)
    const rows = (await auditRows(c)).filter(isNew(before))
    const expected = left[name]
    expect(rows.map(inShort)).toEqual(
      expected === undefined || typeof expected === 'string' ? [] : [...expected],
    )
    for (const row of rows)
      expect(row).toMatchObject({
        action: name,
        actor: 'member',
        userId: c.owner.userId,
        credential: name === 'checkPasskey' ? 'passkey' : 'session',
        address: 'unknown',
        requestId: answer.body.requestId.replace('req_', ''),
      })
  })
}

/** The audit rows of the routes that are open to everybody. */
const leftOpen: Readonly<Record<string, readonly string[] | Why>> = {
  'POST /auth/setup/open': 'begins',
  'POST /auth/setup/options': 'begins',
  'POST /auth/setup': ['settings practice', 'access member', 'access passkey', 'access session'],
  'POST /auth/enrol/open': 'begins',
  'POST /auth/enrol/options': 'begins',
  'POST /auth/enrol': ['access member', 'access passkey', 'access session'],
  'POST /auth/sign-in/options': 'begins',
  'POST /auth/sign-in': ['access session'],
  'POST /auth/session-end': 'begins',
  'POST /visit/look': ['read reminder of a patient'],
  'POST /visit/answer': ['read reminder of a patient'],
  'POST /visit/opt-out': ['read reminder of a patient'],
  'POST /visit/confirm': [
    'write appointment of a patient',
    'read reminder of a patient',
    'write patient of a patient',
  ],
  'POST /visit/opt-in': ['write patient of a patient', 'read reminder of a patient'],
  'GET /calendar/:file': ['access calendarFeed'],
  'GET /book/:slug': 'begins',
  'POST /book/:slug': ['message reminder', 'write patient of a patient', 'write appointment of a patient'],
  'GET /unsubscribe/:token': ['read reminder of a patient'],
  'POST /unsubscribe/:token': ['write patient of a patient', 'read reminder of a patient'],
}

/** Wraps a service. Each request to an open route then notes its audit rows in `noted`. */
function noting<S extends Service>(c: S, noted: Map<string, Set<string>>): S {
  const anonymous: Client = async (method, path, ...rest) => {
    const before = await auditRows(c)
    const answer = await c.anonymous(method, path, ...rest)
    expect(answer.status, answer.text).toBeWithin(200, 202)
    const route = `${method} ${path
      .replace(/^(\/unsubscribe\/).*/, '$1:token')
      .replace(/^(\/book\/).*/, '$1:slug')
      .replace(/^(\/calendar\/).*/, '$1:file')}`
    const rows = noted.get(route) ?? noted.set(route, new Set()).get(route)!
    for (const row of (await auditRows(c)).filter(isNew(before))) rows.add(inShort(row))
    return answer
  }
  return { ...c, anonymous }
}

test('each route without a token writes exactly the audit rows that the table names', async () => {
  const noted = new Map<string, Set<string>>()
  const s = emptyService()
  await using empty = noting(s, noted)
  await setUp(empty)
  await using c = noting(await clinic({ signedIn: true }), noted)
  success(await c.owner.call('PATCH', '/api/v1/practice', { calendarFeeds: 'initials' }))
  const feed = success(await c.owner.call('POST', '/api/v1/me/calendar-feeds', {}), 201)
  await c.anonymous('GET', new URL(feed.url).pathname)
  const { link } = success(
    await c.owner.call('POST', '/api/v1/members', { email: 'new@example.org', role: 'assistant' }),
    201,
  )
  success(await openLink(c, link.url))
  const key = await authenticator()
  await enrol(c, link.url, key)
  await signIn(c, key)
  await c.anonymous('POST', '/auth/session-end', { token: c.assistant.token })
  const v = await remindedVisit(c)
  await reply(c, v.mailed, 'confirmed')
  const { next } = await optOut(c, v.mailed)
  c.clock.now += moment
  expect(await send(c, 'opt-in', { token: v.mailed, ticket: next })).toMatchObject({ accepted: true })
  await c.anonymous('GET', v.unsubscribe)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  await c.anonymous('POST', v.unsubscribe, 'List-Unsubscribe=One-Click', form)
  await using b = noting(await bookingClinic(), noted)
  await bookOnPage(b, (fields) =>
    b.anonymous('POST', bookingPage, new URLSearchParams(fields).toString(), form),
  )
  await b.anonymous('GET', bookingPage)

  const told = Object.entries(leftOpen).map(([route, rows]) => [route, typeof rows === 'string' ? [] : rows])
  expect(Object.fromEntries([...noted].map(([route, rows]) => [route, [...rows].sort()]))).toEqual(
    Object.fromEntries(told.map(([route, rows]) => [route, [...(rows as string[])].sort()])),
  )
})

test('every route of the service is in a table of audit rows, or shows no record of any person', async () => {
  await using c = await clinic()
  const routes = c.app.routes.map(({ method, path }) => `${method} ${path}`)
  const others = routes.filter((route) => !route.includes(' /api/v1/') && !(route in leftOpen))
  expect(routes.length - others.length).toBe(
    operations.length + openOperations.length + Object.keys(leftOpen).length,
  )
  // The other routes are pages for people, the documentation and pictures. Everybody sees the same content.
  for (const route of others) {
    const [method, path] = route.split(' ') as [string, string]
    expect(method).toBe('GET')
    if (path.includes('*') || path.includes(':')) continue
    await c.anonymous(method, path)
  }
  expect(await auditRows(c)).toEqual([])
})
