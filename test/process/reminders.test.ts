import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { mailServer } from '../support/mail-server.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { chairside, newDatabasePath, startServer } from '../support/server.ts'

async function newPractice(path: string): Promise<string> {
  const names = ['--name', 'Praxis', '--timezone', 'Europe/Berlin', '--owner-name', 'Zoé']
  const email = ['--owner-email', 'zoe@example.org']
  await chairside(path, 'practice', 'create', ...names, ...email)
  const { token } = await chairside(path, 'token', 'create', '--email', 'zoe@example.org', '--name', 'test')
  return token!
}

const states = (path: string) => {
  const database = new Database(path, { readonly: true })
  const rows = database.query('select channel, state, reason from reminder_jobs order by channel').values()
  database.close()
  return rows
}

test('a running server sends a due reminder, and a stop waits for a delivery that has begun', async () => {
  const path = newDatabasePath()
  const token = await newPractice(path)
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
    SMTP_URL: mail.url,
    MAIL_FROM: 'Reminders <reminders@example.org>',
    PUBLIC_URL: 'https://clinic.example',
    CLIENT_ADDRESS_HEADER: 'none',
    LOG_LEVEL: 'trace',
  })
  const call = server.as(token)
  success(await call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 60 }))
  success(await call('PATCH', '/api/v1/practice/reminders', { sendFrom: '00:00', sendUntil: '24:00' }))
  const { id: patientId } = await newPatient(call, { email: secret, phoneMobile: '+4915551234567' })
  const startAt = Date.now() + 60 * 60_000 + 300
  const times = [startAt, startAt + 60_000].map((at) => new Date(at).toISOString())
  await newEntry(call, { patientId, startAt: times[0], endAt: times[1] })

  await begun.promise
  expect(states(path)).toContainEqual(['email', 'running', null])
  const code = server.stop()
  await Bun.sleep(100)
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
}, 30_000)

test('a server without delivery warns at its start, and the demo does not', async () => {
  const warning = /"level":40.*no delivery is set up/
  await using server = await startServer({ DATABASE_PATH: newDatabasePath() })
  await server.printed(warning)
  expect(server.output()).toContain('"email":"log_only","sms":"log_only"')
  await using demo = await startServer({ DATABASE_PATH: newDatabasePath() }, '--demo')
  await demo.printed(/log_only/)
  await demo.stop()
  expect(demo.output()).not.toMatch(warning)
}, 30_000)
