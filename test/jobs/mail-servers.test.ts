import { expect, test } from 'bun:test'
import { deliveryKey } from '../../src/domain/reminders/delivery-key.ts'
import { scriptedMail } from '../delivery/laboratory/scripted-mail.ts'
import { success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { dueByMail } from './mailed.ts'

const answering = (responseCode: number, words = 'is not liked') =>
  Object.assign(new Error(`<zoe@example.org> ${words}`), { responseCode })

test.each([
  ['scheduled', 450, 'is not liked'],
  ['scheduled', 451, 'is not liked'],
  ['scheduled', 550, 'is not liked'],
  ['dead', 550, 'User unknown'],
  ['dead', 553, 'User unknown'],
])('a notice is %s after the mail server answers %d to the recipient: %s', async (state, code, words) => {
  await using c = await clinic()
  await using server = await mailServer({ onRcptTo: (_, __, done) => done(answering(code, words)) })
  const { id, round, notice, faults } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state, lastError: `smtp_${code}` })
  expect(faults).toEqual([])
})

test.each([
  ['scheduled', 421],
  ['scheduled', 452],
  ['scheduled', 554],
])('a notice is %s after the mail server answers %d to the message', async (state, code) => {
  await using c = await clinic()
  await using server = await mailServer({
    onData(stream, _, done) {
      stream.resume()
      stream.on('end', () => done(answering(code)))
    },
  })
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state, lastError: `smtp_${code}` })
})

test('a notice is tried again when the mail server refuses our sender address', async () => {
  await using c = await clinic()
  await using server = await mailServer({ onMailFrom: (_, __, done) => done(answering(550)) })
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_550', attempts: 0 })
})

test('a notice is tried again when the mail server refuses the connection', async () => {
  await using c = await clinic()
  await using server = await mailServer({ onConnect: (_, done) => done(answering(554)) })
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_554' })
})

test('a notice is tried again when the mail server refuses our password', async () => {
  await using c = await clinic()
  await using server = await mailServer({
    authOptional: false,
    onAuth: (_, __, done) => done(answering(535)),
  })
  const { id, round, notice } = await dueByMail(c, server.url.replace('://', '://user:wrong@'))
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_535', attempts: 0 })
})

test('a notice is tried again when no mail server listens', async () => {
  await using c = await clinic()
  const { id, round, notice } = await dueByMail(c, 'smtp://127.0.0.1:1')
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'unreachable', attempts: 0 })
})

test('when a person has an uncertain message sent again, the mail has the same Message-ID', async () => {
  await using c = await clinic()
  await using server = await scriptedMail((connection) => (connection === 0 ? { message: 'hang up' } : {}))
  const { id, round, notice } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state: 'uncertain', lastError: 'unreachable' })
  await round()
  expect(server.connections()).toBe(1)
  success(await c.owner.call('POST', `/api/v1/reminders/${notice(id).id}/retry`))
  await round()
  expect(notice(id)).toMatchObject({ state: 'sent', attempts: 1 })
  expect(server.kept).toHaveLength(1)
  const key = deliveryKey(notice(id).id, 'zoe@example.org')
  expect(server.kept[0]).toContain(`<${key}@clinic.example>`)
})
