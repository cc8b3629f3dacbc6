import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { changes } from '../../db/schema/changes.ts'
import { newId } from '../../src/domain/id.ts'
import { streamLimits, streamTimes } from '../../src/features/changes/routes.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { updateMember } from '../../src/store/access/members.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore } from '../../src/store/store.ts'
import { patientRow } from '../store/records.ts'
import { problem, success } from '../support/answers.ts'
import { byTest } from '../support/by-test.ts'
import { type Clinic, clinic, monday } from '../support/clinic.ts'
import { type Events, openEvents } from '../support/events.ts'
import { type Listening, listening } from '../support/listening.ts'
import { until } from '../support/until.ts'

const path = '/api/v1/changes'
const hour = 3_600_000
const names = { firstName: 'Zoé', lastName: 'Müller' }

const open = (l: Listening, token: string, headers?: Record<string, string>, query = '') =>
  openEvents(`${l.url}${path}${query}`, token, headers)

const newPatient = async (c: Clinic, call = c.owner.call): Promise<string> =>
  success(await call('POST', '/api/v1/patients', names), 201).id

const refusal = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error

/** Reads the first event of a stream and returns its id, the cursor at which the stream begins. */
async function begun(events: Events): Promise<string> {
  const first = (await events.next())!
  expect(first).toEqual({ name: 'cursor', id: first.id, data: { cursor: first.id } })
  return first.id
}

test('§28.3 A stream first sends its cursor, and then each change as it is written.', async () => {
  await using c = await clinic()
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  const { headers } = events.response
  expect(headers.get('content-type')).toBe('text/event-stream')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-request-id')).toStartWith('req_')
  const cursor = await begun(events)
  expect(success(await c.owner.call('GET', path)).next).toBe(cursor)

  const id = await newPatient(c)
  const change = (await events.next())!
  const [first] = success(await c.owner.call('GET', `${path}?since=${cursor}`)).changes
  expect(change).toEqual({ name: 'change', id: first.cursor, data: first })
  expect(change.data).toMatchObject({ kind: 'patient', id, version: 1, gone: false })
})

test('§28.3 A stream goes on after the event in `Last-Event-ID`, or after the cursor in `since`.', async () => {
  await using c = await clinic()
  await using l = listening(c)
  const cursor = success(await c.owner.call('GET', path)).next
  const ids = [await newPatient(c), await newPatient(c), await newPatient(c)]
  await using first = await open(l, c.owner.token, {}, `?since=${cursor}`)
  await begun(first)
  const seen = [await first.next(), await first.next()]
  first.close()
  await using second = await open(l, c.owner.token, { 'last-event-id': seen[1]!.id }, `?since=${cursor}`)
  expect(await begun(second)).toBe(seen[1]!.id)
  const last = await second.next()
  expect([...seen, last].map((one) => one!.data.id)).toEqual(ids)
})

test('an event stream sends 10,000 changes of one write in their order', async () => {
  await using c = await clinic()
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  const cursor = await begun(events)
  await c.practice.write((tx) => {
    for (let i = 0; i < 10_000; i++) insertPatient(tx, patientRow(newId(monday), 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })
  const seqs: number[] = []
  while (seqs.length < 10_000) seqs.push(Number((await events.next())!.id.split('.')[1]))
  const first = Number(cursor.split('.')[1]) + 1
  expect(seqs).toEqual(Array.from({ length: 10_000 }, (_, i) => first + i))
})

test('an event stream never sends changes of another practice', async () => {
  await using c = await clinic()
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  await begun(events)
  await newPatient(c, c.stranger.call)
  const id = await newPatient(c)
  expect((await events.next())!.data.id).toBe(id)
})

test('an event stream with an old or foreign cursor is refused with 410 `cursor_gone`', async () => {
  await using c = await clinic()
  await using l = listening(c)
  for (const since of ['1.0', '1jz8w0c3k2.7']) {
    const { response } = await open(l, c.owner.token, { 'last-event-id': since })
    expect(response.status).toBe(410)
    expect((await refusal(response)).code).toBe('cursor_gone')
  }
  const { response } = await open(l, c.owner.token, { 'last-event-id': 'nonsense' })
  expect(response.status).toBe(400)
  const foreign = success(await c.stranger.call('GET', path)).next
  expect((await open(l, c.owner.token, {}, `?since=${foreign}`)).response.status).toBe(410)
})

test('§28.3 A ping every 20 seconds keeps the stream alive, and sends changes that another process wrote.', async () => {
  await using c = await clinic({ streams: { times: { pingMs: 20, checkMs: hour } } })
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  await begun(events)
  expect(await events.any()).toEqual({ name: 'ping', id: '', data: null })
  const other = createStore(openDatabase(c.path))
  const id = newId(monday)
  await other.practices.of(c.owner.practiceId, byTest).write((tx) => {
    insertPatient(tx, patientRow(id, 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })
  await other.close()
  expect((await events.next())!.data).toMatchObject({ kind: 'patient', id })
})

/** The ways in which a token or a session stops working. */
const ends: Record<string, (c: Clinic) => Promise<void>> = {
  'the session signs out': async (c) => {
    success(await c.assistant.call('POST', '/api/v1/me/sign-out'))
  },
  'an owner deactivates the member': async (c) => {
    success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { active: false }))
  },
  'another process ends the session': async (c) => {
    const other = createStore(openDatabase(c.path))
    await other.practices.of(c.owner.practiceId, byTest).write((tx) => {
      updateMember(tx, c.assistant.userId, { active: false })
      tx.record({ kind: 'access' })
    })
    await other.close()
  },
  'the session is too old': async (c) => {
    c.clock.now += 8 * 24 * hour
  },
}

for (const [end, how] of Object.entries(ends))
  test(`an event stream without changes ends before its next ping when ${end}`, async () => {
    await using c = await clinic({ signedIn: true, streams: { times: { pingMs: hour, checkMs: 20 } } })
    await using l = listening(c)
    await using events = await open(l, c.assistant.token)
    await begun(events)
    await how(c)
    expect(await events.next()).toBeUndefined()
  })

test('§28.3 The token of a stream without changes is checked every second.', () => {
  expect(streamTimes.checkMs).toBe(1_000)
})

test('§28.3 The stream of a session that has ended sends no further change.', async () => {
  await using c = await clinic({ signedIn: true, streams: { times: { pingMs: hour, checkMs: hour } } })
  await using l = listening(c)
  await using events = await open(l, c.assistant.token)
  await begun(events)
  success(await c.assistant.call('POST', '/api/v1/me/sign-out'))
  await newPatient(c)
  expect(await events.next()).toBeUndefined()
})

test('§28.3 A member has at most 50 streams, with all their tokens and sessions together.', async () => {
  const limits = { ofCredential: 1, ofMember: 2, ofPractice: 9, ofService: 9 }
  await using c = await clinic({ streams: { limits } })
  await using l = listening(c)
  const streams: Events[] = []
  for (let i = 0; i < 3; i++) {
    const { token } = await createToken(c.practice, c.owner.userId, `token ${i}`, 1, monday, ['read'])
    streams.push(await open(l, token))
  }
  expect(streams.map(({ response }) => response.status)).toEqual([200, 200, 429])
  expect((await refusal(streams[2]!.response)).message).toContain('member has 2 event streams')
  // The streams of one member do not count for a colleague.
  await using colleague = await open(l, c.assistant.token)
  for (const events of [streams[0]!, streams[1]!, colleague]) await begun(events)
  expect(streamLimits).toEqual({ ofCredential: 10, ofMember: 50, ofPractice: 500, ofService: 2_000 })
  for (const events of streams) events.close()
})

test('§28.3 A credential has at most 10 streams, and a practice 500. A stream that closes makes room for another.', async () => {
  const limits = { ofCredential: 2, ofMember: 3, ofPractice: 3, ofService: 9 }
  await using c = await clinic({ streams: { limits } })
  await using l = listening(c)
  const { token } = await createToken(c.practice, c.owner.userId, 'Another', 1, monday, ['read'])
  const first = await open(l, c.owner.token)
  await using second = await open(l, c.owner.token)
  const third = await open(l, c.owner.token)
  expect(third.response.status).toBe(429)
  expect((await refusal(third.response)).message).toContain('credential has 2 event streams')
  await using fourth = await open(l, token)
  expect((await open(l, c.assistant.token)).response.status).toBe(429)
  // The limit of one practice does not apply to another practice.
  await using neighbours = await open(l, c.stranger.token)
  for (const events of [first, second, fourth, neighbours]) await begun(events)
  first.close()
  // The server notices the closed connection a moment later.
  let again = await open(l, c.assistant.token)
  while (again.response.status === 429) again = await open(l, c.assistant.token)
  await begun(again)
  again.close()
})

test('§28.3 All practices together have at most 2,000 streams. Above this number, `GET /api/v1/changes` still answers.', async () => {
  const limits = { ofCredential: 2, ofMember: 2, ofPractice: 2, ofService: 3 }
  await using c = await clinic({ streams: { limits } })
  await using l = listening(c)
  await using first = await open(l, c.owner.token)
  await using second = await open(l, c.assistant.token)
  const third = await open(l, c.stranger.token)
  for (const events of [first, second, third]) await begun(events)
  const { response } = await open(l, c.stranger.token)
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '20'])
  const { code, message } = await refusal(response)
  expect(code).toBe('rate_limited')
  expect(message).toStartWith('The service has as many event streams open as it can.')
  success(await l.as(c.stranger.token)('GET', path))
  third.close()
  // The server notices the closed connection a moment later.
  let again = await open(l, c.stranger.token)
  while (again.response.status === 429) again = await open(l, c.stranger.token)
  await begun(again)
  again.close()
})

test('an open event stream does not count as one of the requests that its credential may send at a time', async () => {
  const share = { perSecond: 1_000, burst: 1_000, inFlight: 1, waiting: 0 }
  await using c = await clinic({ rateLimit: { perMinute: 1_000, share } })
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  await begun(events)
  success(await l.as(c.owner.token)('GET', '/api/v1/me'))
})

test('when the server stops, it ends every event stream and refuses new ones with 503', async () => {
  const stopping = new AbortController()
  await using c = await clinic({ streams: { stopping: stopping.signal } })
  await using l = listening(c)
  await using events = await open(l, c.owner.token)
  await begun(events)
  stopping.abort()
  expect(await events.next()).toBeUndefined()
  expect((await open(l, c.owner.token)).response.status).toBe(503)
})

test('a HEAD request opens no event stream', async () => {
  await using c = await clinic()
  problem(await c.owner.call('GET', `${path}?since=1.0`), 410, 'cursor_gone')
  const answer = await c.owner.call('HEAD', path, undefined, { accept: 'text/event-stream' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toStartWith('application/json')
})

test('§28.1 Reading the changes leaves no row in the audit trail.', async () => {
  await using c = await clinic()
  await using l = listening(c)
  await newPatient(c)
  const cursor = success(await c.owner.call('GET', path)).next
  const rows = () => c.store.auditTrail.heads().map(({ seq }) => seq)
  await c.store.reads.flush()
  const before = rows()
  await using events = await open(l, c.owner.token, {}, `?since=${cursor.split('.')[0]}.0`)
  await begun(events)
  await events.next()
  success(await c.owner.call('GET', `${path}?since=${cursor}`))
  await c.store.reads.flush()
  expect(rows()).toEqual(before)
})

test('§28.3 A stream to a client that does not read is closed, and fills no memory.', async () => {
  await using c = await clinic({
    streams: {
      times: { pingMs: 50, checkMs: hour },
      limits: { ofCredential: 1, ofMember: 1, ofPractice: 1, ofService: 1 },
    },
  })
  await using l = listening(c)
  const since = success(await c.owner.call('GET', path)).next
  // These changes are more than the buffers of both ends of the connection can hold.
  await c.practice.write((tx) => {
    const change = {
      at: monday,
      kind: 'patient',
      id: newId(monday),
      version: 1,
      gone: false,
      patientId: null,
      byMember: null,
    } as const
    for (let i = 0; i < 60_000; i++) tx.insert(changes, { seq: 1_000 + i, ...change })
    tx.record({ kind: 'write' })
  })
  const { port } = new URL(l.url)
  const begun = Promise.withResolvers<string>()
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: Number(port),
    socket: {
      data(one, head) {
        one.pause()
        begun.resolve(String(head))
      },
    },
  })
  socket.write(
    `GET ${path}?since=${since} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${c.owner.token}\r\naccept: text/event-stream\r\n\r\n`,
  )
  const isFull = async () => {
    const events = await open(l, c.owner.token)
    events.close()
    return events.response.status === 429
  }
  // The stream is open now. The server counts it until the server closes the connection.
  expect(await begun.promise).toStartWith('HTTP/1.1 200 ')
  await until('a free place', async () => !(await isFull()))
  socket.end()
})
