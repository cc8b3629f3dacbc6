import { expect } from 'bun:test'
import { packTemplates } from '../../src/domain/pack.ts'
import { listNotices, updateNotice } from '../../src/store/notices/notices.ts'
import { authenticator } from '../support/authenticator.ts'
import { type Clinic, monday } from '../support/clinic.ts'
import { enrol, signIn } from '../support/sign-in.ts'

/**
 * Calls every route under `/api/v1`, most of them in several ways, and signs in by each possible way. Fails when a
 * route was not called or answered with an error. The clinic's owner must be signed in.
 */
export async function driveEveryRoute(c: Clinic): Promise<void> {
  const called = new Set<string>()
  const call = async (route: string, ids: Record<string, string>, body?: unknown) => {
    const [method, pattern] = route.split(' ') as [string, string]
    called.add(`${method} /api/v1${pattern.split('?')[0]}`)
    const path = pattern.replaceAll(/:([a-z]\w+)/gi, (_, name: string) => ids[name]!)
    const { status, data, text } = await c.owner.call(method, `/api/v1${path}`, body)
    expect({ route, ok: status === 200 || status === 201, text }).toEqual({ route, ok: true, text })
    return data
  }
  const at = (hours: number) => new Date(monday + hours * 3_600_000).toISOString()

  await call('GET /me', {})
  await call('PATCH /me', {}, { language: 'de' })
  const { next } = await call('GET /changes', {})
  await call('GET /practice', {})
  const recall = { id: 'gone', label: 'Gone' }
  const { id, name, statuses, defaultStatus } = packTemplates.dental
  const pack = { id, name, statuses: [...statuses, recall], defaultStatus }
  await call('PATCH /practice', {}, { name: 'Praxis', slotMinutes: 30, pack })
  await call('PATCH /practice', {}, { pack: packTemplates.dental })

  const [chair, spare] = [
    await call('POST /chairs', {}, { name: 'One' }),
    await call('POST /chairs', {}, { name: 'Two' }),
  ]
  const [tag, label] = [
    await call('POST /tags', {}, { name: 'Recall' }),
    await call('POST /tags', {}, { name: 'VIP' }),
  ]
  await call('GET /chairs', {})
  await call('GET /chairs/:chairId', { chairId: chair.id })
  await call('PATCH /chairs/:chairId', { chairId: spare.id }, { name: 'Three', active: false })
  await call('GET /tags', {})
  await call('GET /tags/:tagId', { tagId: tag.id })
  await call('PATCH /tags/:tagId', { tagId: label.id }, { name: 'V.I.P.' })

  const patient = await call('POST /patients', {}, { firstName: 'Zoé', lastName: 'Müller', status: 'new' })
  const of = { patientId: patient.id }
  await call('GET /patients/:patientId', of)
  await call('POST /patients/phone-check', {}, { phoneMobile: '0151 23456789', country: 'Germany' })
  await call('PATCH /patients/:patientId', of, { lastName: 'Weiß', status: 'active' })
  await call('PATCH /patients/:patientId', of, { email: 'zoe@example.org' })
  for (const tagId of [tag.id, label.id, label.id])
    await call('POST /patients/:patientId/tags/:tagId', { ...of, tagId })
  for (const search of ['', 'search=zo', 'search=a%20b%20c%20d%20e'])
    for (const status of ['', 'status=new'])
      for (const tagged of ['', `tagId=${tag.id}`])
        await call(`GET /patients?${[search, status, tagged].filter(Boolean).join('&')}`, {})

  for (const filter of [
    'phone=0151',
    'phone=%2B49151',
    'email=zo',
    'dob=1987-04-23',
    'birthYear=1987',
    `ids=${patient.id}`,
  ])
    for (const more of ['', '&count=true', '&search=zo&count=true'])
      await call(`GET /patients?${filter}${more}`, {})
  for (const more of ['', '&status=new', `&tagId=${tag.id}`])
    await call(`GET /patients?count=true${more}`, {})
  const person = 'firstName=Zoe&lastName=Weiss&dob=1987-04-23&phoneMobile=0151234567&email=zoe@example.org'
  await call(`GET /patients/duplicates?${person}`, {})

  const note = await call('POST /patients/:patientId/notes', of, { body: 'A note' })
  await call(
    'PATCH /patients/:patientId/notes/:noteId',
    { ...of, noteId: note.id },
    { body: 'A better note' },
  )
  await call('GET /patients/:patientId/notes', of)
  await call('DELETE /patients/:patientId/notes/:noteId', { ...of, noteId: note.id })
  await call('POST /patients/:patientId/notes', of, { body: 'Another note' })

  const booking = {
    type: 'appointment',
    startAt: at(48),
    endAt: at(49),
    chairId: chair.id,
    patientId: patient.id,
  }
  const entry = await call('POST /appointments', {}, booking)
  await call(
    'POST /appointments',
    {},
    { type: 'reminder', startAt: at(48), endAt: at(49), chairId: chair.id },
  )
  const staying = await call('POST /appointments', {}, { ...booking, startAt: at(50), endAt: at(51) })
  const entryId = { appointmentId: entry.id }
  await call('GET /appointments/:appointmentId', entryId)
  await call('PATCH /appointments/:appointmentId', entryId, { startAt: at(49), endAt: at(50) })
  await call('PATCH /appointments/:appointmentId', entryId, { title: 'Check-up' })
  await call(`GET /appointments?from=${at(0)}&to=${at(99)}`, {})
  await call(`GET /appointments?from=${at(0)}&to=${at(99)}&chairId=${chair.id}`, {})
  await call('PATCH /practice', {}, { practitionersOnce: true })
  await call(
    'POST /appointments',
    {},
    { ...booking, practitionerId: c.owner.userId, startAt: at(52), endAt: at(53) },
  )
  const busy = { type: 'unavailable', practitionerId: c.owner.userId, startAt: at(52), endAt: at(53) }
  expect((await c.owner.call('POST', '/api/v1/appointments', busy)).status).toBe(409)
  await call(`GET /appointments?from=${at(0)}&to=${at(99)}&practitionerId=${c.owner.userId}`, {})
  await call(`GET /appointments/availability?date=2026-03-04&durationMinutes=30&chairId=${chair.id}`, {})
  await call(
    `GET /appointments/availability?date=2026-03-04&durationMinutes=1440&chairId=${chair.id}&explain=true`,
    {},
  )
  await call('GET /openings?durationMinutes=30', {})
  await call(`GET /appointments/search?from=${at(0)}&to=${at(99)}&search=crown`, {})
  await call(`GET /openings?durationMinutes=30&chairIds=${chair.id}&weekdays=mon&between=09:00-12:00`, {})
  await call(`GET /openings/why?chairId=${chair.id}&startAt=${at(49)}&endAt=${at(50)}`, {})
  const closed = { name: 'Holidays', fromDate: '2026-12-24', throughDate: '2027-01-02' }
  await call('POST /closures?dryRun=true', {}, closed)
  const closure = await call('POST /closures', {}, { ...closed, yearly: true, chairIds: [chair.id] })
  const closureId = { closureId: closure.id }
  const typeBody = { name: 'Check-up', durationMinutes: 30, chairIds: [chair.id] }
  const kind = await call('POST /appointment-types', {}, typeBody)
  const typeId = { appointmentTypeId: kind.id }
  await call('GET /appointment-types', {})
  const hook = await call('POST /webhooks', {}, { url: 'https://example.org' })
  const hookId = { webhookId: hook.id }
  await call('GET /webhooks', {})
  await call('GET /webhooks/:webhookId', hookId)
  await call('GET /webhooks/:webhookId/deliveries', hookId)
  await call('PATCH /webhooks/:webhookId', hookId, { newSecret: true })
  await call('POST /webhooks/:webhookId/test', hookId)
  await call('POST /webhooks/:webhookId/replay', hookId, { since: hook.cursor })
  await call('DELETE /webhooks/:webhookId', hookId)
  const file = new Blob(['First Name,Last Name\nIda,Import\n'], { type: 'text/csv' })
  const { id: importId } = await call('POST /imports?kind=patients&name=Cliniko', {}, file)
  await c.importer.idle()
  const ofImport = { importId }
  await call('GET /imports', {})
  await call('GET /imports/:importId', ofImport)
  await call('PATCH /imports/:importId', ofImport, { duplicates: { same_contact: 'skip' } })
  for (const step of ['dry-run', 'commit', 'undo']) {
    await call(`POST /imports/:importId/${step}`, ofImport)
    await c.importer.idle()
  }
  await call('GET /imports/:importId/rows', ofImport)
  await call('DELETE /imports/:importId', ofImport)
  await call('GET /appointment-types?archived=true', {})
  await call('GET /appointment-types/:appointmentTypeId', typeId)
  await call('PATCH /appointments/:appointmentId', entryId, typeId)
  await call('PATCH /appointment-types/:appointmentTypeId', typeId, { durationMinutes: 45 })
  await call('DELETE /appointment-types/:appointmentTypeId', typeId)
  await call('GET /closures', {})
  await call('GET /closures?from=2026-12-01&to=2027-01-01', {})
  await call('GET /closures/holidays?year=2026&country=DE&region=BY', {})
  await call('GET /closures/:closureId', closureId)
  await call('PATCH /closures/:closureId', closureId, { chairIds: null })
  await call('PATCH /chairs/:chairId', { chairId: chair.id }, { workingHours: null })
  await call('PATCH /appointments/:appointmentId', entryId, { notes: 'With a closure' })
  await call(`GET /appointments/availability?date=2026-12-28&durationMinutes=30&chairId=${chair.id}`, {})
  await call('DELETE /closures/:closureId', closureId)
  const away = { practitionerId: c.owner.userId, fromDate: '2026-12-28', throughDate: '2026-12-29' }
  await call('POST /absences?dryRun=true', {}, away)
  const absence = await call('POST /absences', {}, { ...away, reason: 'Ill' })
  const absenceId = { absenceId: absence.id }
  await call('GET /absences', {})
  await call(`GET /absences?from=2026-12-01&to=2027-01-01&practitionerId=${c.owner.userId}`, {})
  await call('GET /absences/:absenceId', absenceId)
  await call('PATCH /absences/:absenceId', absenceId, { weekdays: ['mon'], throughDate: null })
  await call(`GET /openings?durationMinutes=30&practitionerId=${c.owner.userId}`, {})
  await call('DELETE /absences/:absenceId', absenceId)
  const dayNote = await call('POST /day-notes', {}, { date: '2026-12-28', text: 'Closes at four.' })
  const dayNoteId = { dayNoteId: dayNote.id }
  await call('GET /day-notes/:dayNoteId', dayNoteId)
  await call('PATCH /day-notes/:dayNoteId', dayNoteId, { date: '2026-12-29', text: 'Closes at five.' })
  await call('DELETE /day-notes/:dayNoteId', dayNoteId)
  await call('GET /appointments/:appointmentId/reminders', entryId)
  for (const date of ['', '?date=2026-03-04']) await call(`GET /day${date}`, {})
  for (const filter of ['', `&chairId=${chair.id}`])
    await call(`GET /days?from=2026-03-01&to=2026-04-01${filter}`, {})
  const unwanted = await call('POST /appointments', {}, { ...booking, startAt: at(3), endAt: at(4) })
  const visitId = { appointmentId: unwanted.id }
  await call('GET /appointments/:appointmentId/progress', visitId)
  await call('POST /appointments/:appointmentId/progress', visitId, { step: 'confirmed' })
  await call('POST /appointments/:appointmentId/progress', visitId, { step: 'arrived' })
  await call('DELETE /appointments/:appointmentId/progress', visitId)
  await call('PATCH /appointments/:appointmentId', visitId, { startAt: at(61), endAt: at(62) })
  const cancelling = { reason: 'Has a cold.', by: 'patient' }
  await call('POST /appointments/:appointmentId/cancel', visitId, cancelling)
  await call('GET /appointments/:appointmentId/cancellation', visitId)
  await call('DELETE /appointments/:appointmentId/cancellation', visitId)
  await call('POST /appointments/:appointmentId/cancel', visitId, cancelling)
  for (const when of ['coming', 'past', 'all'])
    await call(`GET /patients/:patientId/appointments?when=${when}`, of)
  await call('GET /patients/:patientId/reminders', of)
  await call(`GET /appointments?from=${at(0)}&to=${at(99)}&patientId=${patient.id}`, {})
  await call(`GET /appointments?from=${at(0)}&to=${at(99)}&patientId=${patient.id}&chairId=${chair.id}`, {})
  await call('PATCH /practice', {}, { reminderLeadMinutes: 60 })
  await call('PATCH /practice/reminders', {}, { language: 'de' })
  await call('PATCH /practice/reminders', {}, { language: 'en' })
  await call('GET /practice/reminders', {})
  await call('POST /practice/reminders/preview', {}, {})
  const job = await c.practice.write((tx) => {
    const latest = listNotices(tx, entry.id).at(-1)!
    updateNotice(tx, latest.id, { state: 'dead', reason: 'gave_up' })
    return latest
  })
  const marks: string[] = []
  for (const { kind, recordId } of (await call('GET /inbox', {})).items)
    marks.push((await call('POST /inbox/marks', {}, { kind, recordId })).id)
  await call('GET /inbox?seen=true&kind=failed', {})
  const [open] = (await call('GET /inbox', {})).items
  const tried = { kind: open.kind, recordId: open.recordId, result: 'no_answer' }
  const { id: callId } = await call('POST /inbox/calls', {}, tried)
  await call('POST /inbox/calls', {}, { ...tried, result: 'reached' })
  await call('DELETE /inbox/calls/:callId', { callId })
  await call('DELETE /inbox/marks/:markId', { markId: marks[0]! })
  const wish = { patientId: patient.id, durationMinutes: 30, urgency: 'soon', chairIds: [chair.id] }
  const waits = [await call('POST /waiting-list', {}, wish), await call('POST /waiting-list', {}, wish)]
  const waitingId = { waitingId: waits[0].id }
  await call('GET /waiting-list', {})
  await call('POST /inbox/marks', {}, { kind: 'fits_gap', recordId: waits[0].id })
  await call('GET /inbox', {})
  await call(`GET /waiting-list?fits=${at(60)}/${at(70)}&chairId=${chair.id}`, {})
  await call('GET /waiting-list/:waitingId', waitingId)
  await call('PATCH /waiting-list/:waitingId', waitingId, { note: 'Works nearby.' })
  await call('POST /waiting-list/:waitingId/book', waitingId, { startAt: at(64), chairId: chair.id })
  await call('DELETE /waiting-list/:waitingId', { waitingId: waits[1].id })
  const again = await call(
    'POST /appointment-types',
    {},
    { name: 'Again', durationMinutes: 30, recallMonths: 1 },
  )
  const due = await call(
    'POST /patients',
    {},
    { firstName: 'Ada', lastName: 'Due', email: 'ada@example.org', recallConsent: true },
  )
  const long = { startAt: '2026-01-05T09:00:00Z', endAt: '2026-01-05T10:00:00Z' }
  const came = await call(
    'POST /appointments',
    {},
    {
      type: 'appointment',
      patientId: due.id,
      appointmentTypeId: again.id,
      ...long,
    },
  )
  await call('POST /appointments/:appointmentId/progress', { appointmentId: came.id }, { step: 'done' })
  await call('GET /recalls', {})
  const dueId = { patientId: due.id }
  const told = await call('POST /recalls/:patientId/contacts', dueId, { kind: 'message' })
  const contactId = { ...dueId, contactId: told.id }
  await call('DELETE /recalls/:patientId/contacts/:contactId', contactId)
  await call('POST /recalls/:patientId/contacts', dueId, { kind: 'later', askAgainOn: '2026-09-01' })
  await call('GET /service/health', {})

  await call(`GET /changes?since=${next}`, {})
  await call('GET /audit', {})
  await call(`GET /audit?patientId=${patient.id}`, {})
  await call(`GET /audit?from=${at(-1)}&to=${at(1)}`, {})
  await call(`GET /audit?memberId=${c.owner.userId}&kind=read`, {})
  await call('GET /reminders/failed', {})
  await call('POST /reminders/test', {}, { channel: 'email' })
  await call('POST /reminders/retry', {}, { reason: 'refused' })
  await call('POST /reminders/:reminderId/retry', { reminderId: job.id })
  await call(
    'POST /appointments/moves',
    {},
    { moves: [{ id: entry.id, startAt: at(60) }, { id: staying.id }] },
  )
  const series = { ...booking, startAt: at(72), endAt: at(73), repeat: { every: 1, unit: 'week', count: 3 } }
  const { status } = await c.owner.call('POST', '/api/v1/appointments/series?dryRun=true', series)
  expect(status).toBe(200)
  const { seriesId, appointments } = await call('POST /appointments/series', {}, series)
  const last = { appointmentId: appointments[2].id, scope: 'following' }
  await call('POST /series/:seriesId/moves', { seriesId }, { ...last, startAt: at(74), chairId: null })
  await call('POST /series/:seriesId/cancellations', { seriesId }, { ...last, reason: 'Ill', by: 'patient' })
  await call('GET /series/:seriesId', { seriesId })
  await call('DELETE /appointments/:appointmentId', entryId)

  const key = await authenticator()
  const { options } = await call('POST /me/passkeys/options', {})
  const added = await call('POST /me/passkeys', {}, { name: 'Laptop', response: await key.register(options) })
  const passkeyId = { passkeyId: added.id }
  await call('PATCH /me/passkeys/:passkeyId', passkeyId, { name: 'Phone' })
  await signIn(c, key)
  const spareKey = await authenticator()
  const { options: more } = await call('POST /me/passkeys/options', {})
  await call('POST /me/passkeys', {}, { name: 'Key', response: await spareKey.register(more) })
  await call('GET /me/passkeys', {})
  const { options: check } = await call('POST /me/passkey-check/options', {})
  await call('POST /me/passkey-check', {}, { response: await spareKey.authenticate(check) })
  await call('DELETE /me/passkeys/:passkeyId', passkeyId)
  const token = await call('POST /me/tokens', {}, { name: 'Laptop' })
  await call('GET /me/tokens', {})
  expect((await c.as(token.token)('GET', '/api/v1/me')).status).toBe(200)
  await call('DELETE /me/tokens/:tokenId', { tokenId: token.id })
  const another = await call('POST /me/tokens', {}, { name: 'Phone' })
  await call('GET /tokens', {})
  await call('PATCH /practice', {}, { calendarFeeds: 'initials' })
  for (const [end, body] of [
    ['DELETE /me/calendar-feeds/:feedId', {}],
    ['DELETE /calendar-feeds/:feedId', { chairId: chair.id }],
  ] as const) {
    const { id, url } = await call('POST /me/calendar-feeds', {}, body)
    for (const later of [0, 3_600_000]) {
      c.clock.now += later
      expect((await c.anonymous('GET', new URL(url).pathname)).status).toBe(200)
      c.clock.now -= later
    }
    await call('GET /me/calendar-feeds', {})
    await call('GET /calendar-feeds', {})
    await call(end, { feedId: id })
  }
  await call('DELETE /tokens/:tokenId', { tokenId: another.id })

  const { member, link } = await call('POST /members', {}, { email: 'new@example.org', role: 'assistant' })
  await enrol(c, link.url, await authenticator())
  const memberId = { memberId: member.id }
  await call('GET /members', {})
  await call('GET /members/:memberId', memberId)
  await call('POST /members/:memberId/link', memberId, {})
  await call('PATCH /members/:memberId', memberId, { name: 'New', email: 'old@example.org', role: 'owner' })
  await call('PATCH /members/:memberId', memberId, { active: false })

  const twice = await call('POST /patients', {}, { firstName: 'Zoe', lastName: 'Weiss', dob: '1987-04-23' })
  await call('POST /patients/:patientId/tags/:tagId', { patientId: twice.id, tagId: label.id })
  await call('POST /patients/:patientId/notes', { patientId: twice.id }, { body: 'A note' })
  await call('POST /appointments', {}, { ...booking, startAt: at(67), endAt: at(68), patientId: twice.id })
  const { archiveId } = await call('POST /patients/:patientId/merge', of, { from: twice.id })
  await call(`GET /audit?patientId=${patient.id}`, {})
  await call('POST /archive/:archiveId/restore', { archiveId })
  await call('POST /patients/:patientId/merge', of, { from: twice.id })

  await call('GET /patients/:patientId/export', of)
  await call('GET /patients/:patientId/export/page', of)
  await call('DELETE /patients/:patientId', of)
  const forgotten = await call('POST /patients', {}, { firstName: 'Anna', lastName: 'Kurz' })
  await call('POST /patients/:patientId/erase', { patientId: forgotten.id }, { reason: 'They asked for it.' })
  await call('DELETE /tags/:tagId', { tagId: tag.id })
  await call('DELETE /chairs/:chairId', { chairId: spare.id })
  await call('GET /appointments/:appointmentId', { appointmentId: staying.id })
  for (const filter of ['kind=note&', `patientId=${patient.id}&`, `kind=note&patientId=${patient.id}&`])
    await call(`GET /archive?${filter}limit=200`, {})
  const restore = async (filter: string) => {
    const { items } = await call(`GET /archive?${filter}`, {})
    for (const { id } of items) await call('POST /archive/:archiveId/restore', { archiveId: id })
  }
  await restore('kind=patient')
  await restore('limit=200')
  await call('DELETE /tags/:tagId', { tagId: tag.id })
  await call('DELETE /patients/:patientId', of)
  await call('DELETE /appointments/:appointmentId', { appointmentId: staying.id })
  for (const kind of ['tag', 'patient', 'appointment']) await restore(`kind=${kind}`)
  await call('DELETE /patients/:patientId', of)

  const later = await signIn(c, spareKey)
  const { sessions } = await call('GET /me/sessions', {})
  const [other] = sessions.filter((session: { current: boolean }) => !session.current)
  await call('DELETE /me/sessions/:sessionId', { sessionId: other.id })
  expect((await c.as(later.token)('GET', '/api/v1/me')).status).toBe(401)
  await call('POST /me/sign-out', {})

  const routes = c.app.routes.map(({ method, path }) => `${method} ${path}`)
  // The routes for online booking are not for members, so they are tested in `test/api/online-booking.test.ts`.
  const ofMembers = / \/api\/v1\/(?!public\/)/
  expect([...called].sort()).toEqual(routes.filter((route) => ofMembers.test(route)).sort())
}
