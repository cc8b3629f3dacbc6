import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { signAnswerLink } from '../../src/domain/reminders/answer-link.ts'
import { undoMs } from '../../src/domain/reminders/undo.ts'
import { success } from '../support/answers.ts'
import { type MailServer, mailServer } from '../support/mail-server.ts'
import { makePractice } from '../support/practice.ts'
import { newEntry, newPatient } from '../support/records.ts'
import { chairside, newDatabasePath, startServer } from '../support/server.ts'
import { until } from '../support/until.ts'

const keyIn = (path: string) => {
  using database = new Database(path, { readonly: true })
  return database.query<{ key: Uint8Array }, []>('select key from link_keys').get()!.key
}

/** Waits for the mail with the index `nth`. Returns the token of the link in it. */
async function tokenIn({ received }: MailServer, nth: number): Promise<string> {
  const { source } = await until('the mail', () => received[nth])
  return /visit#([\w-]{43})/.exec(source.replaceAll(/=\r?\n/g, ''))![1]!
}

test('§6.7 The operator can make a new key for links. The new key counts at once in every running server.', async () => {
  const path = newDatabasePath()
  const email = 'zoe@example.org'
  const { practiceId, token } = await makePractice(path, { email })
  await using mail = await mailServer()
  await using server = await startServer({
    DATABASE_PATH: path,
    SMTP_URL: mail.url,
    MAIL_FROM: email,
    PUBLIC_URL: 'https://clinic.example',
    CLIENT_ADDRESS_HEADER: 'none',
  })
  const call = server.as(token)
  const book = async () => {
    const { id: patientId } = await newPatient(call, { email })
    // The reminder falls due when the time to undo has ended. So the booking arrives before this moment, even on a busy
    // machine.
    const startAt = Date.now() + 3_600_000 + undoMs - 1_000
    const [from, to] = [startAt, startAt + 60_000].map((at) => new Date(at).toISOString())
    const { id } = await newEntry(call, { patientId, startAt: from, endAt: to })
    const { reminders } = success(await call('GET', `/api/v1/appointments/${id}/reminders`))
    return reminders.find((one: { channel: string }) => one.channel === 'email').id as string
  }
  const stateOf = async (token: string) =>
    success(await server.as()('POST', '/visit/look', { token })).state as string
  success(await call('PATCH', '/api/v1/practice', { reminderLeadMinutes: 60 }))
  success(await call('PATCH', '/api/v1/practice/reminders', { sendFrom: '00:00', sendUntil: '24:00' }))

  await book()
  const before = await tokenIn(mail, 0)
  const old = keyIn(path)
  expect(await chairside(path, 'keys', 'rotate')).toEqual({ practiceId, olderKeys: 1 } as never)
  const id = await book()
  const after = await tokenIn(mail, 1)
  expect(after).not.toBe(signAnswerLink(old, id))
  expect(await stateOf(before)).toBe('open')
  expect(await stateOf(after)).toBe('open')
  expect(await stateOf(signAnswerLink(old, id))).toBe('invalid')
})
