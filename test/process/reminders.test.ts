import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { statSync } from 'node:fs'
import { channelCodes, namesOf, stateCodes } from '../../db/codes.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { mailServer } from '../support/mail-server.ts'
import { makePractice } from '../support/practice.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const states = (path: string) => {
  const database = new Database(path, { readonly: true })
  const rows = database
    .query<{ channel: number; state: number; reason: string | null }, []>(
      'select channel, state, reason from reminder_jobs order by channel',
    )
    .all()
  database.close()
  return rows.map(({ channel, state, reason }) => [
    namesOf(channelCodes)[channel],
    namesOf(stateCodes)[state],
    reason,
  ])
}

/** Books an appointment whose reminder falls due when the time to undo has ended. */
async function bookDue(call: Client, email: string): Promise<void> {
  success(await call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 60 }))
  success(await call('PATCH', '/api/v1/practice/reminders', { sendFrom: '00:00', sendUntil: '24:00' }))
  const { id: patientId } = await newPatient(call, { email, phoneMobile: '+4915551234567' })
  // The booking must arrive before the reminder falls due. No message is sent before the time to undo has ended.
  const startAt = Date.now() + 60 * 60_000 + undoMs - 1_000
  const times = [startAt, startAt + 60_000].map((at) => new Date(at).toISOString())
  await newEntry(call, { patientId, startAt: times[0], endAt: times[1] })
}

const mailSettings = (url: string) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Reminders <reminders@example.org>',
  PUBLIC_URL: 'https://clinic.example',
  CLIENT_ADDRESS_HEADER: 'none',
})

test('a running server sends a due reminder, and a stop waits for a delivery that has begun', async () => {
  const path = newDatabasePath()
  const { token } = await makePractice(path)
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const secret = 'secret.patient@example.org'
  await using mail = await mailServer({
    onData(stream, _, done) {
      stream.resume()
      stream.on('end', () => {
        begun.resolve()
        void end.promise.then(() => done())
      })
    },
  })
  await using server = await startServer({
    DATABASE_PATH: path,
    ...mailSettings(mail.url),
    LOG_LEVEL: 'trace',
  })
  await bookDue(server.as(token), secret)

  await begun.promise
  expect(states(path)).toContainEqual(['email', 'running', null])
  const code = server.stop()
  const stops = () =>
    server
      .as()('GET', '/livez')
      .then(
        ({ status }) => status === 503,
        () => true,
      )
  await until('the stop began', stops)
  end.resolve()
  expect(await code).toBe(0)
  expect(states(path)).toEqual([
    ['email', 'sent', null],
    ['sms', 'skipped', 'not_configured'],
  ])
  expect(server.output()).toContain('"email":"on","sms":"off"')
  expect(server.output()).not.toContain('no delivery is set up')
  expect(server.output()).not.toContain('secret.patient')
  expect(server.output()).not.toContain('555123')
})

test('a stop of the server ends a delivery that hangs, and the reminder stays scheduled', async () => {
  const path = newDatabasePath()
  const { token } = await makePractice(path)
  const begun = Promise.withResolvers<void>()
  await using mail = await mailServer({ onRcptTo: () => begun.resolve(), closeTimeout: 0 })
  await using server = await startServer({ DATABASE_PATH: path, ...mailSettings(mail.url) })
  await bookDue(server.as(token), 'zoe@example.org')
  await begun.promise
  expect(await server.stop()).toBe(0)
  // The server stopped in order. So the database was closed, and its write-ahead log is empty.
  expect(statSync(`${path}-wal`).size).toBe(0)
  const database = new Database(path, { readonly: true })
  const [job] = database
    .query(
      `select state, attempts, lease, last_error from reminder_jobs where channel = ${channelCodes.email}`,
    )
    .values()
  database.close()
  expect(job).toEqual([stateCodes.scheduled, 0, null, 'interrupted'])
})

test('when the mail server cannot be reached, the log has a warning, and the service stays ready', async () => {
  const path = newDatabasePath()
  const { token } = await makePractice(path)
  await using server = await startServer({ DATABASE_PATH: path, ...mailSettings('smtp://127.0.0.1:1') })
  await bookDue(server.as(token), 'zoe@example.org')
  const line = await server.printed(/.*the mail server cannot be reached.*\n/)
  expect(JSON.parse(line)).toMatchObject({ level: 40, channel: 'email', error: 'unreachable' })
  expect(success(await server.as()('GET', '/readyz'))).toEqual({ status: 'ready' })
})

test('a server that can send no messages warns about this at its start, and the demo does not', async () => {
  const warning = /"level":40.*no delivery is set up/
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() })
  await server.printed(warning)
  expect(server.output()).toContain('"email":"log_only","sms":"log_only"')
  await using demo = await startServer({ DATABASE_PATH: newDatabasePath() }, '--demo')
  await demo.printed(/log_only/)
  await demo.stop()
  expect(demo.output()).not.toMatch(warning)
})
