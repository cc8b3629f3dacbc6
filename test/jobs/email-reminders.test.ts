import { describe, expect, test } from 'bun:test'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { openChannels } from '../../src/delivery/channels.ts'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { at, newEntry, newPatient } from '../support/records.ts'
import { reminding } from '../support/reminding.ts'

const nine = Date.parse(at('09:00'))
const due = nine - 86_400_000
const from = 'Reminders <reminders@clinic.example>'

/** The clinic's reminders through a mail server, with one appointment whose reminder is due. */
async function dueBy(c: Clinic, url: string, deliveryMs = 2_000) {
  const channels = openChannels({ mail: { url, from }, sms: undefined }, Date.now, () => undefined)
  const r = reminding(c, { channels, deliveryMs })
  const { id: patientId } = await newPatient(c.owner.call, { email: 'zoe@example.org' })
  const { id } = await newEntry(c.owner.call, { patientId, title: 'Root canal' })
  c.clock.now = due
  return { ...r, id: id as string }
}

test('a person gets a mail in plain text and HTML, with a file for the calendar', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const { id, round, notice } = await dueBy(c, server.url)
  await round()
  expect(server.received).toHaveLength(1)
  const mail = await PostalMime.parse(server.received[0]!.source)
  expect(mail.from).toMatchObject({ name: 'Praxis am Lindenplatz', address: 'reminders@clinic.example' })
  expect(mail.to).toMatchObject([{ address: 'zoe@example.org' }])
  expect(mail.subject).toBe('Your appointment on Tuesday, 10 March 2026 at 10:00')
  expect(mail.messageId).toBe(`<${notice(id).id}@clinic.example>`)
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  )
  const link = /https:\/\/clinic\.example\/visit#[\w-]{43}/
  expect(mail.text).toContain('Hello Zoé,')
  expect(mail.text).toContain('Tuesday, 10 March 2026\n10:00')
  expect(mail.text).toMatch(link)
  expect(mail.html).toMatch(link)
  expect(mail.html).toContain('<strong>Tuesday, 10 March 2026</strong>')
  expect(mail.html).not.toMatch(/<script|<img|<link|src=/i)
  expect(server.received[0]!.source).not.toContain('Root canal')

  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const text = new TextDecoder().decode(file.content as ArrayBuffer)
  const calendar = new ICAL.Component(ICAL.parse(text))
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent')!)
  expect(event.startDate.toJSDate().getTime()).toBe(nine)
  expect(event.endDate.toJSDate().getTime()).toBe(Date.parse(at('10:00')))
  expect(event.summary).toBe('Appointment at Praxis am Lindenplatz')
  expect(event.uid).toBe(id)
})

test('the file for the calendar of a moved appointment takes the place of the one before', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const { id, round } = await dueBy(c, server.url)
  await round()
  const moved = { startAt: '2026-03-20T09:00:00Z', endAt: '2026-03-20T10:00:00Z' }
  success(await c.owner.call('PATCH', `/api/v1/appointments/${id}`, moved))
  c.clock.now = Date.parse('2026-03-19T09:00:00Z')
  await round()
  const events = await Promise.all(
    server.received.map(async ({ source }) => {
      const { attachments } = await PostalMime.parse(source)
      const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
      const parsed = ICAL.parse(new TextDecoder().decode(file.content as ArrayBuffer))
      return new ICAL.Event(new ICAL.Component(parsed).getFirstSubcomponent('vevent')!)
    }),
  )
  expect(events.map(({ uid }) => uid)).toEqual([id, id])
  expect(events[1]!.sequence).toBeGreaterThan(events[0]!.sequence)
  expect(events[1]!.sequence).toBeLessThan(2 ** 31)
})

test('names with signs of HTML, calendars and headers do no harm', async () => {
  await using c = await clinic()
  await using server = await mailServer()
  const name = 'Praxis\u0007 "A;B,C"\r\nBcc: all@example.org <b>&amp;</b>'
  success(await c.owner.call('PATCH', '/api/v1/practice', { name }))
  const templates = { emailSubject: '{practice}\r\nBcc: x@example.org {date}' }
  success(await c.owner.call('PATCH', '/api/v1/practice/reminders', templates))
  const { round } = await dueBy(c, server.url)
  await round()
  const [{ to, source }, ...more] = server.received as [(typeof server.received)[0]]
  expect([to, more]).toEqual([['zoe@example.org'], []])
  const mail = await PostalMime.parse(source)
  expect(mail.text).toContain('appointment at Praxis "A;B,C" Bcc: all@example.org <b>&amp;</b>:')
  expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
  expect(mail.html).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;')
  const file = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar')!
  const parsed = ICAL.parse(new TextDecoder().decode(file.content as ArrayBuffer))
  const event = new ICAL.Event(new ICAL.Component(parsed).getFirstSubcomponent('vevent')!)
  expect(event.summary).toBe('Appointment at Praxis "A;B,C" Bcc: all@example.org <b>&amp;</b>')
})

const answering = (responseCode: number) =>
  Object.assign(new Error('<zoe@example.org> is not liked'), { responseCode })

describe('a mail server that', () => {
  test.each([
    [450, 'scheduled'],
    [451, 'scheduled'],
    [550, 'dead'],
    [553, 'dead'],
  ])('answers %d to the recipient: the reminder is %s', async (code, state) => {
    await using c = await clinic()
    await using server = await mailServer({ onRcptTo: (_, __, done) => done(answering(code)) })
    const { id, round, notice, faults } = await dueBy(c, server.url)
    await round()
    expect(notice(id)).toMatchObject({ state, lastError: `smtp_${code}` })
    expect(faults).toEqual([])
  })

  test.each([
    [421, 'scheduled'],
    [452, 'scheduled'],
    [552, 'dead'],
    [554, 'dead'],
  ])('answers %d to the message: the reminder is %s', async (code, state) => {
    await using c = await clinic()
    await using server = await mailServer({
      onData(stream, _, done) {
        stream.resume()
        stream.on('end', () => done(answering(code)))
      },
    })
    const { id, round, notice } = await dueBy(c, server.url)
    await round()
    expect(notice(id)).toMatchObject({ state, lastError: `smtp_${code}` })
  })

  test('refuses our address as the sender is tried again: that is for the operator to mend', async () => {
    await using c = await clinic()
    await using server = await mailServer({ onMailFrom: (_, __, done) => done(answering(550)) })
    const { id, round, notice } = await dueBy(c, server.url)
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_550', attempts: 1 })
  })

  test('refuses the connection is tried again', async () => {
    await using c = await clinic()
    await using server = await mailServer({ onConnect: (_, done) => done(answering(554)) })
    const { id, round, notice } = await dueBy(c, server.url)
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_554' })
  })

  test('refuses our password is tried again: that is for the operator to mend', async () => {
    await using c = await clinic()
    await using server = await mailServer({
      authOptional: false,
      onAuth: (_, __, done) => done(answering(535)),
    })
    const { id, round, notice } = await dueBy(c, server.url.replace('://', '://user:wrong@'))
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'smtp_535', attempts: 0 })
  })

  test('is not there is tried again', async () => {
    await using c = await clinic()
    const { id, round, notice } = await dueBy(c, 'smtp://127.0.0.1:1')
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'unreachable', attempts: 0 })
  })

  test('says nothing is left when the time is over, and its line is cut', async () => {
    await using c = await clinic()
    await using silent = await lineServer(() => undefined)
    const { id, round, notice } = await dueBy(c, silent.url, 100)
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'timeout' })
    await silent.closed
  })

  test('falls silent in the middle is left when the time is over, and its line is cut', async () => {
    await using c = await clinic()
    await using server = await mailServer({ onData: () => undefined })
    await using between = await lineServer((socket) => {
      const onward = connect(Number(new URL(server.url).port), '127.0.0.1')
      onward.on('error', () => undefined)
      socket.pipe(onward).pipe(socket)
    })
    const { id, round, notice } = await dueBy(c, between.url, 300)
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'timeout' })
    await between.closed
  })

  test('drops the line in the middle of the message is tried again, with the same name for the message', async () => {
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
    const { id, round, notice } = await dueBy(c, between.url)
    await round()
    expect(notice(id)).toMatchObject({ state: 'scheduled', lastError: 'unreachable' })
    expect(server.received).toEqual([])
    c.clock.now = notice(id).nextAttemptAt
    await round()
    expect(notice(id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(server.received).toHaveLength(1)
    expect(server.received[0]!.source).toContain(`<${notice(id).id}@clinic.example>`)
  })
})

interface LineServer extends AsyncDisposable {
  readonly url: string
  /** Resolves when the other side has closed its line. */
  readonly closed: Promise<void>
}

/** Takes connections and does with each what it is told. */
async function lineServer(onLine: (socket: Socket) => void): Promise<LineServer> {
  const closed = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => closed.resolve())
    onLine(socket)
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
