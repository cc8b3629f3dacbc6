/** The moment from which on the outcome of a mail is unknown, with and without TLS. */
import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { smtpEmail, smtpMailer } from '../../../src/delivery/smtp.ts'
import { clinic } from '../../support/clinic.ts'
import { lineServer } from '../../support/line-server.ts'
import { type MailServer, mailServer } from '../../support/mail-server.ts'
import { errorOf } from '../../support/rejection.ts'
import { course, hastyAtTheEnd, mailBy, patient } from './course.ts'

/** A real mail server. When it has a whole message, the connection is cut, or carries bytes that are not TLS. */
async function cuttable(keeps: boolean, tls: boolean, end: 'cut' | 'noise' = 'cut') {
  const cuts: (() => void)[] = []
  const kept: string[] = []
  const server: MailServer = await mailServer({
    disabledCommands: tls ? [] : ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume()
      stream.on('end', () => {
        if (!tls || session.secure) {
          if (keeps) kept.push(session.id)
          for (const cut of cuts) cut()
        }
        done()
      })
    },
  })
  const wire = await lineServer((socket) => {
    const onward = connect(Number(new URL(server.url).port), '127.0.0.1')
    onward.on('error', () => undefined)
    cuts.push(() => {
      if (end === 'noise') return void socket.write('This is no TLS.\r\n')
      socket.destroy()
      onward.destroy()
    })
    socket.pipe(onward).pipe(socket)
  })
  return {
    url: wire.url,
    kept,
    async [Symbol.asyncDispose]() {
      await wire[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

test.each([
  ['in clear', true, false, 1],
  ['in clear', false, false, 0],
  ['over TLS', true, true, 1],
  ['over TLS', false, true, 0],
])(
  '§6.3 A mail is `uncertain` when the mail server received all of it and gave no answer. It is sent again only when a person asks. %s, %p',
  async (_, keeps, tls, copies) => {
    await using c = await clinic()
    await using server = await cuttable(keeps, tls)
    const { seen } = await course(c, 'email', () => mailBy(server.url, patient))
    expect(seen).toMatchObject([[{ state: 'uncertain', lastError: 'unreachable', attempts: 1 }]])
    expect(server.kept).toHaveLength(copies)
  },
)

test('a mail is uncertain when its TLS connection breaks after the whole message', async () => {
  await using c = await clinic()
  await using server = await cuttable(true, true, 'noise')
  const { seen } = await course(c, 'email', () => mailBy(server.url, patient))
  expect(seen).toMatchObject([[{ state: 'uncertain', lastError: 'unreachable', attempts: 1 }]])
})

test('a mail is uncertain when a TLS server does not answer after the whole message', async () => {
  await using c = await clinic()
  await using server = await mailServer({
    disabledCommands: [],
    onData: (stream) => void stream.resume(),
  })
  const { seen } = await course(c, 'email', () => mailBy(server.url, hastyAtTheEnd))
  expect(seen).toMatchObject([[{ state: 'uncertain', lastError: 'timeout', attempts: 1 }]])
})

test('a connection that breaks before the whole message was sent counts as an outage, and not as an unknown outcome', async () => {
  // The server accepts DATA and then stops reading. So the rest of the message is never sent.
  await using server = await lineServer((socket) => {
    socket.write('220 mail.example\r\n')
    socket.on('data', (chunk) => {
      const heard = String(chunk)
      if (/^DATA/m.test(heard)) {
        socket.write('354 Go ahead\r\n')
        socket.pause()
        setTimeout(() => socket.destroy(), 300)
      } else if (/^(EHLO|MAIL|RCPT)/.test(heard)) socket.write('250 Ok\r\n')
    })
  })
  const mailer = smtpMailer({ url: server.url, from: 'reminders@clinic.example' })
  const words = 'Many words. '.repeat(4_000_000)
  const message = {
    to: 'zoe@example.org',
    sender: 'Praxis',
    subject: '',
    text: words,
    html: '',
    calendar: { method: 'PUBLISH', content: 'x' } as const,
    replyTo: null,
    unsubscribe: 'https://clinic.example/unsubscribe/x',
  }
  const delivery = { key: 'key', practiceId: '', repeated: false, signal: AbortSignal.timeout(30_000) }
  const failed = smtpEmail(mailer, patient)(message, delivery)
  expect(await errorOf(failed)).toMatchObject({ verdict: 'away', error: 'unreachable' })
})

test('a stopped delivery ends at once, as `away` before the message was sent, and as `unknown` afterwards', async () => {
  for (const [hold, verdict] of [
    ['onRcptTo', 'away'],
    ['onData', 'unknown'],
  ] as const) {
    const stop = new AbortController()
    const reached = () => setTimeout(() => stop.abort(), 100)
    await using server = await mailServer({
      [hold]: (stream: { resume?: () => void; on?: (event: string, then: () => void) => void }) => {
        if (hold === 'onRcptTo') return void reached()
        stream.resume!()
        stream.on!('end', reached)
      },
    })
    const mailer = smtpMailer({ url: server.url, from: 'reminders@clinic.example' })
    const message = {
      to: 'zoe@example.org',
      sender: 'P',
      subject: '',
      text: '',
      html: '',
      calendar: { method: 'PUBLISH', content: 'x' } as const,
      replyTo: null,
      unsubscribe: 'https://clinic.example/u',
    }
    const delivery = { key: 'key', practiceId: '', repeated: false, signal: stop.signal }
    expect(await errorOf(smtpEmail(mailer)(message, delivery))).toMatchObject({ verdict, error: 'timeout' })
  }
})
