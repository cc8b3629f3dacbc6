/**
 * A database file may contain settings that no request can choose. For example, an older version imported them from an
 * archive.
 */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { newPatient } from '../support/records.ts'
import { chairside, newDatabasePath, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const day = 86_400_000

test('the service starts, serves and stops also with a send window that never opens and slots of zero minutes', async () => {
  const path = newDatabasePath()
  const { token } = await chairside(path, 'demo')
  const database = new Database(path)
  database.run('delete from reminder_settings')
  database.run(`insert into reminder_settings (practice_key, send_from, send_until, created_at, updated_at)
    select key, '20:00', '08:00', 0, 0 from practices`)
  database.run('update practices set slot_minutes = 0')
  await using server = await startServer({ DATABASE_PATH: path })
  const call = server.as(token)
  expect(success(await call('GET', '/api/v1/practice/reminders'))).toMatchObject({
    sendFrom: '08:00',
    sendUntil: '20:00',
  })
  const date = new Date(Date.now() + 3 * day).toISOString().slice(0, 10)
  expect((await call('GET', `/api/v1/day?date=${date}`)).status).toBe(200)
  const patient = await newPatient(call, { email: 'zoe@example.org' })
  const visit = {
    type: 'appointment',
    patientId: patient.id,
    startAt: `${date}T03:00:00Z`,
    endAt: `${date}T04:00:00Z`,
  }
  success(await call('POST', '/api/v1/appointments', visit), 201)
  // The upkeep then gives new times to all reminders.
  success(await call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 120 }))
  const replans = () => database.query('select 1 from reminder_replans').all().length
  await until('the new times', () => replans() === 0)
  expect((await call('PATCH', '/api/v1/practice/reminders', { sendUntil: '07:00' })).status).toBe(400)
  expect(await server.stop()).toBe(0)
  expect(server.output()).not.toContain('"level":50')
  database.close()
})
