/** The timeouts for providers. The tests read them from the timers that a delivery sets. */
import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { smtpEmail, smtpMailer } from '../../src/delivery/smtp.ts'
import { webhookSms } from '../../src/delivery/webhook.ts'
import { lineServer } from '../support/line-server.ts'
import { errorOf } from '../support/rejection.ts'
import { smsGateway } from '../support/sms-gateway.ts'
import { scriptedMail } from './laboratory/scripted-mail.ts'

const minute = 60_000
const from = 'reminders@clinic.example'
const message = {
  to: 'zoe@example.org',
  sender: 'P',
  subject: 's',
  text: 't',
  html: 'h',
  calendar: { method: 'PUBLISH', content: 'c' } as const,
  replyTo: null,
  unsubscribe: 'https://clinic.example/u',
}
const delivery = { key: 'key', practiceId: '', repeated: false, signal: AbortSignal.timeout(minute) }

afterEach(() => mock.restore())

/** Which of the known timeouts are set while `act` runs, in milliseconds. */
async function timersIn(act: () => Promise<unknown>): Promise<number[]> {
  const timers = spyOn(globalThis, 'setTimeout')
  await act()
  const known = [10_000, 15_000, 2 * minute, 5 * minute, 10 * minute]
  return known.filter((ms) => timers.mock.calls.some(([, waits]) => waits === ms))
}

test('the timeouts of a mail to a patient are those of RFC 5321: 2 minutes, 5 minutes, and 10 minutes after the message', async () => {
  await using server = await scriptedMail(() => ({}))
  const mailer = smtpMailer({ url: server.url, from })
  expect(await timersIn(() => smtpEmail(mailer)(message, delivery))).toEqual([
    2 * minute,
    5 * minute,
    10 * minute,
  ])
  expect(server.kept).toHaveLength(1)
})

test('a mail that a person waits for has timeouts of 10 seconds to connect and 15 seconds for each reply', async () => {
  await using server = await scriptedMail(() => ({}))
  const mailer = smtpMailer({ url: server.url, from })
  expect(await timersIn(() => mailer.send({ to: message.to, text: 't' }))).toEqual([10_000, 15_000])
  expect(server.kept).toHaveLength(1)
})

test('a delivery ends with a timeout when the mail server sends lines without end', async () => {
  await using server = await lineServer((socket) => {
    const more = setInterval(() => socket.write('220-Please wait\r\n'), 20)
    socket.on('close', () => clearInterval(more))
  })
  const waits = { connectMs: 300, replyMs: 300, acceptMs: 300 }
  const sent = smtpEmail(smtpMailer({ url: server.url, from }), waits)(message, delivery)
  expect(await errorOf(sent)).toMatchObject({ verdict: 'away', error: 'timeout' })
  await server.closed
})

test('all timers of a mail are cleared when the mail is sent', async () => {
  await using server = await scriptedMail(() => ({}))
  const [begun, ended] = [spyOn(globalThis, 'setTimeout'), spyOn(globalThis, 'clearTimeout')]
  await smtpEmail(smtpMailer({ url: server.url, from }))(message, delivery)
  const waits = begun.mock.calls.flatMap(([, ms], i) =>
    (ms ?? 0) >= 2 * minute && ms! <= 10 * minute ? [begun.mock.results[i]!.value] : [],
  )
  expect(waits.length).toBeGreaterThan(3)
  const cleared = new Set<unknown>(ended.mock.calls.map(([timer]) => timer))
  expect(waits.filter((timer) => !cleared.has(timer))).toEqual([])
})

test('a gateway for text messages has 2 minutes to answer', async () => {
  await using gateway = smsGateway()
  const limits = spyOn(AbortSignal, 'timeout')
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const sms = webhookSms({ url: gateway.url, secret }, Date.now)
  await sms({ to: '+4915551234567', text: 'Hello', mark: 'Hello', plannedAt: 0 }, delivery)
  expect(limits.mock.calls).toEqual([[2 * minute]])
})
