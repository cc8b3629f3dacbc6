/** The service checks the token at the head of a request. The body can arrive after the sender has lost access. */
import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import type { Answer } from '../support/client.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { listening } from '../support/listening.ts'
import { addPasskey } from '../support/sign-in.ts'

/** Sends the head of a request and the start of its body. Returns a function that sends the rest of the body. */
async function begin(url: string, method: string, path: string, token: string, body: object) {
  const { hostname, port } = new URL(url)
  const bytes = Buffer.from(JSON.stringify(body))
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: (_, chunk) => resolve(Number(chunk.toString().split(' ')[1])) },
  })
  const head = [`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json']
  const rest = [`Authorization: Bearer ${token}`, `Content-Length: ${bytes.length}`, 'Connection: close']
  socket.write(`${[...head, ...rest].join('\r\n')}\r\n\r\n`)
  socket.write(bytes.subarray(0, 5))
  socket.flush()
  // When the service answers this later request, it has read the head of the earlier request.
  await fetch(`${url}/openapi.json`)
  return async () => {
    socket.write(bytes.subarray(5))
    socket.flush()
    return await promise
  }
}

const ways: [how: string, (c: Clinic) => Promise<Answer>, status: number][] = [
  ['signed out', (c) => c.owner.call('POST', '/api/v1/me/sign-out'), 401],
  [
    'deactivated',
    (c) => c.assistant.call('PATCH', `/api/v1/members/${c.owner.userId}`, { active: false }),
    401,
  ],
  [
    'made an assistant',
    (c) => c.assistant.call('PATCH', `/api/v1/members/${c.owner.userId}`, { role: 'assistant' }),
    403,
  ],
]

test.each(ways)(
  '§1.1 When a caller loses access while they send a body, the request is not carried out. %s',
  async (_, shutOut, status) => {
    await using c = await clinic({ signedIn: true })
    await using server = listening(c)
    success(await c.owner.call('PATCH', `/api/v1/members/${c.assistant.userId}`, { role: 'owner' }))
    await addPasskey(c.assistant.call)
    const invite = { email: 'jonas@example.org', role: 'owner' }
    const finish = await begin(server.url, 'POST', '/api/v1/members', c.owner.token, invite)
    const chair = await begin(server.url, 'POST', '/api/v1/chairs', c.owner.token, { name: 'Room' })
    success(await shutOut(c))
    expect([await finish(), await chair()]).toEqual([status, status])
    expect(success(await c.assistant.call('GET', '/api/v1/members')).members).toHaveLength(2)
    expect(success(await c.assistant.call('GET', '/api/v1/chairs')).chairs).toEqual([])
  },
)

test('a slow request is carried out when the owner keeps their access while they send the body', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  const finish = await begin(server.url, 'POST', '/api/v1/chairs', c.owner.token, { name: 'Room' })
  expect(await finish()).toBe(201)
})
