/** Tests of the client for developers: as a package in another project, and function by function. */
import { expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Webhook } from 'standardwebhooks'
import {
  ChairsideProblem,
  createClient,
  followChanges,
  payload,
  receiveWebhook,
} from '../../src/client/index.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { must } from '../support/must.ts'
import { clientNeeds, packClient } from '../support/pack-client.ts'
import { newPatient } from '../support/records.ts'
import { errorOf, thrownBy } from '../support/rejection.ts'
import { scratch } from '../support/scratch.ts'
import { newDatabasePath, startServer } from '../support/server.ts'

const readme = await Bun.file('src/client/README.md').text()
const files = [...readme.matchAll(/^```ts\n\/\/ (\w+\.ts)\n(.*?)^```$/gms)].map(
  ([, name, code]) => [name!, code!] as const,
)

/** A project that has installed the package, with the files of the package's README. */
async function consumer(): Promise<string> {
  const folder = mkdtempSync(join(scratch, 'consumer-'))
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'chairside-client'), { recursive: true })
  const packed = await packClient(folder)
  must(['tar', 'xzf', packed, '--strip-components=1', '-C', join(modules, 'chairside-client')], folder)
  for (const name of clientNeeds) symlinkSync(resolve('node_modules', name), join(modules, name))
  const compilerOptions = {
    strict: true,
    outDir: 'out',
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.asynciterable'],
    module: 'nodenext',
    types: [],
  }
  await Bun.write(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await Bun.write(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [name, code] of files) await Bun.write(join(folder, name), code)
  return folder
}

test('the client package compiles under `strict` in another project, and its example does a receptionist’s day in 40 lines', async () => {
  expect(files.map(([name]) => name)).toEqual(['day.ts', 'webhook.ts'])
  expect(files[0]![1].split('\n').filter((line) => /\w/.test(line)).length).toBeLessThanOrEqual(40)
  const folder = await consumer()
  must([resolve('node_modules/.bin/tsc'), '-p', '.'], folder)

  await using server = await startServer({ DATABASE_PATH: newDatabasePath() }, '--demo')
  const token = /ck_[\w-]+/.exec(server.output())![0]
  const call = `import('./out/day.js').then(({ receptionistsDay }) => receptionistsDay('${server.url}', '${token}'))`
  // The program runs with Node if Node is installed, or else with Bun.
  const program = Bun.which('node') ?? process.execPath
  const run = Bun.spawn([program, '-e', call], { cwd: folder, stderr: 'pipe' })
  const [printed, complaints] = await Promise.all([run.stdout.text(), run.stderr.text()])
  expect(complaints).toBe('')
  const [morning, ...changes] = printed.trim().split('\n')
  expect(morning).toMatch(/^\d{4}-\d\d-\d\d: \d+ appointments$/)
  expect(changes.map((line) => line.split(' ')[0])).toEqual(['patient', 'appointment', 'progress', 'note'])
  const found = await server.as(token)('GET', '/api/v1/patients?search=oeztuerk')
  expect(found.data.patients[0]).toMatchObject({ firstName: 'Núria', lastName: 'Öztürk' })
})

/** A client whose requests get these answers, one after the other. A string means that the connection breaks. */
function answering(...answers: readonly (Response | string)[]) {
  const sent: Request[] = []
  const pauses: number[] = []
  const client = createClient({
    url: 'https://old.example.org/',
    token: 'ck_x',
    fetch: async (request) => {
      sent.push(request)
      const answer = answers[sent.length - 1] ?? answers.at(-1)!
      if (typeof answer === 'string') throw new TypeError(answer)
      return answer.clone() as Response
    },
    pause: async (ms) => void pauses.push(ms),
  })
  return { client, sent, pauses }
}

const made = () => Response.json({ data: { id: 'x' }, requestId: 'req_1' }, { status: 201 })
const problem = (
  status: number,
  code: string,
  more: { details?: unknown; headers?: Record<string, string> } = {},
) =>
  Response.json(
    {
      error: { code, status, message: code, ...(more.details ? { details: more.details } : {}) },
      requestId: 'req_1',
    },
    { status, ...(more.headers && { headers: more.headers }) },
  )
const body = { firstName: 'Zoé', lastName: 'Müller' }

test('the client repeats a write with the same key after 429, 503 and a broken connection, and obeys `Retry-After`', async () => {
  const { client, sent, pauses } = answering(
    problem(429, 'rate_limited', { headers: { 'retry-after': '7' } }),
    problem(503, 'unavailable'),
    'reset',
    made(),
  )
  expect(await payload(client.POST('/api/v1/patients', { body }))).toMatchObject({ id: 'x' })
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(sent[0]!.headers.get('idempotency-key')).toMatch(/^[\w-]{36}$/)
  expect(await Promise.all(sent.map((request) => request.json()))).toEqual(Array(4).fill(body))
  expect(pauses).toHaveLength(3)
  expect(pauses[0]).toBe(7_000)
})

test('the client gives every write a new idempotency key, unless the caller gives one, and gives reads none', async () => {
  const { client, sent } = answering(made())
  await client.POST('/api/v1/patients', { body })
  await client.POST('/api/v1/patients', { body })
  await client.POST('/api/v1/patients', { body, headers: { 'idempotency-key': 'mine' } })
  await client.GET('/api/v1/me')
  const keys = sent.map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).not.toBe(keys[1]!)
  expect(keys.slice(2)).toEqual(['mine', null])
})

test('the client tries six times at most, and does not wait when it should pause for more than a minute', async () => {
  const { client, sent, pauses } = answering(
    problem(503, 'unavailable', { headers: { 'retry-after': '60' } }),
  )
  expect(await errorOf(payload(client.GET('/api/v1/me')))).toMatchObject({
    name: 'ChairsideProblem',
    code: 'unavailable',
    status: 503,
  })
  expect([sent.length, pauses.length, Math.max(...pauses)]).toEqual([6, 5, 60_000])
  const later = answering(problem(429, 'rate_limited', { headers: { 'retry-after': '61' } }))
  expect(await errorOf(payload(later.client.GET('/api/v1/me')))).toMatchObject({ status: 429 })
  expect([later.sent.length, later.pauses.length]).toEqual([1, 0])
  const broken = answering('reset')
  expect(await thrownBy(payload(broken.client.GET('/api/v1/me')))).toThrow('reset')
  expect(broken.sent).toHaveLength(6)
})

test('after an answer 421, the client sends its requests to the address in the answer, but only over https', async () => {
  const to = (message: string) => problem(421, 'misdirected', { details: [{ path: 'origin', message }] })
  const moved = answering(to('https://new.example.org'), made())
  await payload(moved.client.GET('/api/v1/me'))
  await moved.client.GET('/api/v1/me')
  expect(moved.sent.map(({ url }) => new URL(url).host)).toEqual([
    'old.example.org',
    'new.example.org',
    'new.example.org',
  ])
  expect(moved.sent[1]!.headers.get('authorization')).toBe('Bearer ck_x')
  for (const answer of [to('http://new.example.org'), to('nothing'), problem(421, 'misdirected')]) {
    const { client, sent } = answering(answer)
    expect(await errorOf(payload(client.GET('/api/v1/me')))).toMatchObject({ code: 'misdirected' })
    expect(sent).toHaveLength(1)
  }
  // When addresses redirect in a circle, the client stops after six tries.
  const circle = answering(
    to('https://a.example'),
    to('https://b.example'),
    ...[1, 2, 3, 4].map((i) => to(`https://${i}.example`)),
  )
  expect(await errorOf(payload(circle.client.GET('/api/v1/me')))).toMatchObject({ code: 'misdirected' })
  expect(circle.sent).toHaveLength(6)
})

test('while a practice moves to another server, the client repeats a request to the same address 26 times at most', async () => {
  const headers = { 'retry-after': '1' }
  const onTheWay = [
    ...Array.from({ length: 9 }, () => problem(503, 'unavailable', { headers })),
    ...Array.from({ length: 9 }, () => problem(421, 'misdirected', { headers })),
  ]
  const { client, sent, pauses } = answering(...onTheWay, made())
  expect(await payload(client.POST('/api/v1/patients', { body }))).toMatchObject({ id: 'x' })
  expect(pauses).toEqual(Array(18).fill(1_000))
  expect(new Set(sent.map(({ url }) => new URL(url).host))).toEqual(new Set(['old.example.org']))
  const never = answering(problem(421, 'misdirected', { headers }))
  expect(await errorOf(payload(never.client.GET('/api/v1/me')))).toMatchObject({ code: 'misdirected' })
  expect(never.sent).toHaveLength(26)
})

test('the client throws every other problem at once with its code and details, also a problem from a proxy', async () => {
  const details = [{ path: 'firstName', message: 'is required' }]
  const refused = answering(problem(400, 'validation_failed', { details }))
  const error = await payload(refused.client.POST('/api/v1/patients', { body })).catch((error) => error)
  expect(error).toBeInstanceOf(ChairsideProblem)
  expect(error).toMatchObject({ code: 'validation_failed', status: 400, details })
  expect(refused.sent).toHaveLength(1)
  const proxy = answering(new Response('<html>', { status: 502 }))
  expect(await errorOf(payload(proxy.client.GET('/api/v1/me')))).toMatchObject({
    code: 'no_json',
    status: 502,
  })
})

/** A client of a clinic. Its event streams break after each event. */
const breaking = (c: Clinic) =>
  createClient({
    url: 'http://localhost',
    token: c.owner.token,
    fetch: async (request) => {
      const response = await c.app.handle(request)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      let left = 2
      const end = new TransformStream<Uint8Array, Uint8Array>({
        transform(part, controller) {
          controller.enqueue(part)
          if (--left === 0) controller.error(new Error('broken'))
        },
      })
      return new Response(response.body!.pipeThrough(end), response)
    },
  })

test('`followChanges` returns all changes in order, also when streams break, and ends with an unknown cursor', async () => {
  await using c = await clinic()
  const client = breaking(c)
  const { next: since } = await payload(client.GET('/api/v1/changes'))
  const ids: string[] = []
  for (let i = 0; i < 3; i++) ids.push((await newPatient(c.owner.call)).id)
  const seen: string[] = []
  const ends = new AbortController()
  for await (const { id } of followChanges(client, { since, signal: ends.signal })) {
    seen.push(id)
    if (seen.length === 3) ids.push((await newPatient(c.owner.call)).id)
    if (seen.length === 4) ends.abort()
  }
  expect(seen).toEqual(ids)
  const gone = followChanges(client, { since: 'zzzz.1' }).next()
  expect(await errorOf(gone)).toMatchObject({ code: 'cursor_gone', status: 410 })
})

test('`followChanges` continues after a fault of a proxy, and ends after a refusal of the service', async () => {
  const stream = (...events: string[]) =>
    new Response(events.map((event) => `event: change\ndata: ${event}\n\n`).join(''), {
      headers: { 'content-type': 'text/event-stream' },
    })
  const { client, sent } = answering(
    stream('{"cursor":"a.1"}'),
    new Response('Bad Gateway', { status: 502 }),
    stream('{"cursor":"a.2"}'),
    problem(403, 'forbidden'),
  )
  const seen: string[] = []
  const followed = async () => {
    for await (const { cursor } of followChanges(client, { since: 'a.0' })) seen.push(cursor)
  }
  expect(await errorOf(followed())).toMatchObject({ status: 403 })
  expect(seen).toEqual(['a.1', 'a.2'])
  expect(sent.map(({ headers }) => headers.get('last-event-id'))).toEqual(['a.0', 'a.1', 'a.1', 'a.2'])
})

test('`receiveWebhook` returns an event only when the text of the request is signed with the secret', async () => {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const text = JSON.stringify({
    type: 'tag.changed',
    timestamp: 't',
    data: { practiceId: 'p', kind: 'tag', id: 'x' },
  })
  const now = new Date()
  const request = (signed = text) =>
    new Request('https://receiver.example', {
      method: 'POST',
      body: text,
      headers: {
        'webhook-id': 'a.1',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign('a.1', now, signed),
      },
    })
  expect(await receiveWebhook(request(), secret)).toEqual({ id: 'a.1', ...JSON.parse(text) })
  expect(await thrownBy(receiveWebhook(request(`${text} `), secret))).toThrow()
  expect(
    await thrownBy(receiveWebhook(request(), `whsec_${Buffer.alloc(32, 8).toString('base64')}`)),
  ).toThrow()
})
