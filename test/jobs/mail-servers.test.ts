import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { clinic } from '../support/clinic.ts'
import { lineServer } from '../support/line-server.ts'
import { mailServer } from '../support/mail-server.ts'
import { dueByMail } from './mailed.ts'

const answering = (responseCode: number) =>
  Object.assign(new Error('<zoe@example.org> is not liked'), { responseCode })

test.each([
  ['scheduled', 450],
  ['scheduled', 451],
  ['dead', 550],
  ['dead', 553],
])('a notice is %s after the mail server answers %d to the recipient', async (state, code) => {
  await using c = await clinic()
  await using server = await mailServer({ onRcptTo: (_, __, done) => done(answering(code)) })
  const { id, round, notice, faults } = await dueByMail(c, server.url)
  await round()
  expect(notice(id)).toMatchObject({ state, lastError: `smtp_${code}` })
  expect(faults).toEqual([])
})

test.each([
  ['scheduled', 421],
  ['scheduled', 452],
  ['dead', 552],
  ['dead', 554],
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
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_550', attempts: 1 })
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

test('a mail server that says nothing is left when the time is over', async () => {
  await using c = await clinic()
  await using silent = await lineServer(() => undefined)
  const { id, round, notice } = await dueByMail(c, silent.url, 100)
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'timeout' })
  await silent.closed
})

test('a mail server that falls silent in the middle is left when the time is over', async () => {
  await using c = await clinic()
  await using server = await mailServer({ onData: () => undefined })
  await using between = await lineServer((socket) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1')
    onward.on('error', () => undefined)
    socket.pipe(onward).pipe(socket)
  })
  const { id, round, notice } = await dueByMail(c, between.url, 300)
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'timeout' })
  await between.closed
})

test('a message that was cut off in the middle is sent again with the same Message-ID', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  let lines = 0
  await using between = await lineServer((socket) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1')
    onward.on('error', () => undefined)
    onward.pipe(socket)
    if (lines++ > 0) return socket.pipe(onward)
    socket.on('data', (chunk) => {
      if (/^Content-Type: text/im.test(String(chunk))) {
        onward.destroy()
        socket.destroy()
      } else onward.write(chunk)
    })
  })
  const { id, round, notice } = await dueByMail(c, between.url)
  await round()
  expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'unreachable' })
  expect(server.received).toEqual([])
  c.clock.now = notice(id).nextAttemptAt
  await round()
  expect(notice(id)).toMatchObject({ state: 'sent', attempts: 2 })
  expect(server.received).toHaveLength(1)
  expect(server.received[0]!.source).toContain(`<${notice(id).id}@clinic.example>`)
})
