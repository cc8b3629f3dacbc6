import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { success } from '../support/answers.ts'
import { clinicOf, copyOf, emptyService } from '../support/clinic.ts'
import { asBefore } from '../support/migrations.ts'
import { worldClinic } from '../support/world.ts'

test('§29 Upgrading a database from a version without hosts of practices changes no answer.', async () => {
  await using c = await worldClinic({ signedIn: true })
  const { patientId, appointmentId, seriesId } = c.world.own
  // The older file has no columns and tables for these values.
  for (const { call } of [c.owner, c.stranger]) {
    success(await call('PATCH', '/api/v1/practice', { lockMinutes: 0, calendarFeeds: 'off', ownFields: [] }))
    const items: { calls: { id: string }[] }[] = success(await call('GET', '/api/v1/inbox')).items
    for (const { id } of items.flatMap(({ calls }) => calls))
      success(await call('DELETE', `/api/v1/inbox/calls/${id}`))
  }
  const paths = [
    ...[
      'me',
      'me/sessions',
      'me/passkeys',
      'me/tokens',
      'tokens',
      'members',
      'practice',
      'practice/reminders',
    ],
    ...[
      'patients',
      'patients?search=mull',
      'tags',
      'chairs',
      'closures',
      'appointment-types',
      'appointments',
    ],
    ...['day?date=2026-03-02', 'days?month=2026-03', 'inbox', 'waiting-list', 'archive', 'audit', 'changes'],
    ...['reminders/failed', 'openings?durationMinutes=30', `patients/${patientId}`, `series/${seriesId}`],
    ...[
      `patients/${patientId}/notes`,
      `patients/${patientId}/appointments`,
      `patients/${patientId}/reminders`,
    ],
    ...[`appointments/${appointmentId}`, `appointments/${appointmentId}/reminders`],
  ]
  // The copy does not contain the write-ahead log, so a checkpoint comes first.
  using merging = openDatabase(c.path)
  merging.run('PRAGMA wal_checkpoint(TRUNCATE)')
  const file = copyOf(c.path)
  const older = await asBefore('_own_addresses', file)
  const answersOf = async (path: string) => {
    await using service = emptyService({ path })
    const { owner, stranger } = clinicOf(service, c)
    const answers = []
    for (const { call } of [owner, stranger])
      for (const path of paths) {
        const { status, text, body, headers } = await call('GET', `/api/v1/${path}`)
        const rest = [...headers].filter(([name]) => name !== 'x-request-id')
        answers.push({ path, status, text: text.replaceAll(body?.requestId ?? '', ''), rest })
      }
    return answers
  }
  const database = openDatabase(copyOf(older))
  const hosts = database.query('select host, generation from practices').values()
  database.close()
  expect(hosts).toEqual([
    [null, 1],
    [null, 1],
  ])
  const today = await answersOf(copyOf(file))
  expect(today.filter(({ status }) => status === 200).length).toBeGreaterThan(paths.length)
  expect(await answersOf(older)).toEqual(today)
})
