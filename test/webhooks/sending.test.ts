import { expect, test } from 'bun:test'
import { success } from '../support/answers.ts'
import { type Clinic, clinic } from '../support/clinic.ts'
import { newPatient, newTag } from '../support/records.ts'
import {
  type Got,
  newWebhook,
  sendingWebhooks,
  verifiedThen,
  webhookReceiver,
} from '../support/webhook-receiver.ts'

const hour = 3_600_000
const day = 24 * hour

const changes = async (c: Clinic, since: string) =>
  success(await c.owner.call('GET', `/api/v1/changes?since=${since}&limit=1000`)).changes
const idsOf = (got: readonly Got[]) => got.map(({ id }) => id)
const failing = () => new Response('no', { status: 500 })

test('§32 A webhook gets an event for each change, in the order of the changes. Its `webhook-id` is the cursor of the change.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using w = sendingWebhooks(c, receiver.post)
  const { id, cursor } = await newWebhook(c, { url: receiver.url })
  const patient = await newPatient(c.owner.call, { lastName: 'Secret' })
  success(await c.owner.call('PATCH', `/api/v1/patients/${patient.id}`, { firstName: 'Hidden' }))
  for (let i = 0; i < 120; i++) await newTag(c.owner.call, `Tag ${i}`)
  success(await c.owner.call('DELETE', `/api/v1/patients/${patient.id}`))
  await w.round()
  expect(idsOf(receiver.got)).toEqual(
    (await changes(c, cursor)).map((change: { cursor: string }) => change.cursor),
  )
  const all = receiver.got.map(({ body }) => JSON.parse(body))
  expect(all[0]).toMatchObject({
    type: 'patient.changed',
    data: {
      kind: 'patient',
      id: patient.id,
      version: 1,
      gone: false,
      practiceId: c.owner.practiceId,
      cursor: receiver.got[0]!.id,
    },
  })
  expect(all.map(({ type }) => type)).toContain('patient.gone')
  expect(JSON.stringify(receiver.got.map(({ body }) => body))).not.toMatch(/Secret|Hidden|Tag/)
  expect(success(await c.owner.call('GET', `/api/v1/webhooks/${id}`))).toMatchObject({
    cursor: receiver.got.at(-1)!.id,
    tries: 0,
  })
  await w.round()
  expect(receiver.got).toHaveLength(all.length)
  expect(w.faults).toEqual([])
})

test('§32 Events are signed as in Standard Webhooks 1.0. For 24 hours, a new secret and the former secret both sign.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using w = sendingWebhooks(c, receiver.post)
  const { id, secret } = await newWebhook(c, { url: receiver.url })
  await newTag(c.owner.call, 'first')
  await w.round()
  expect(verifiedThen(c, secret, receiver.got[0]!)).toMatchObject({ type: 'tag.changed' })
  const edited = success(await c.owner.call('PATCH', `/api/v1/webhooks/${id}`, { newSecret: true }))
  expect(edited.secret).toStartWith('whsec_')
  expect(edited.secret).not.toBe(secret)
  await newTag(c.owner.call, 'second')
  await w.round()
  for (const one of [secret, edited.secret]) verifiedThen(c, one, receiver.got[1]!)
  c.clock.now += day
  await newTag(c.owner.call, 'third')
  await w.round()
  verifiedThen(c, edited.secret, receiver.got[2]!)
  expect(() => verifiedThen(c, secret, receiver.got[2]!)).toThrow()
})

test('§32 A receiver that is down for three hours gets all events in order. A repeated event has the same id and bytes.', async () => {
  await using c = await clinic()
  let isDown = true
  await using receiver = await webhookReceiver(() => (isDown ? failing() : new Response()))
  await using w = sendingWebhooks(c, receiver.post)
  const { cursor } = await newWebhook(c, { url: receiver.url })
  const begun = c.clock.now
  for (let i = 0; i < 36; i++) {
    await newTag(c.owner.call, `Tag ${i}`)
    await w.round()
    c.clock.now += 5 * 60_000 + 1_000
  }
  expect(c.clock.now - begun).toBeGreaterThan(3 * hour)
  const tried = receiver.got.splice(0)
  expect(new Set(tried.map(({ id, body }) => `${id} ${body}`)).size).toBe(1)
  // The tries are at once, and after 5 seconds, 5 minutes, 30 minutes and 2 hours.
  expect(tried).toHaveLength(5)
  isDown = false
  c.clock.now += 5 * hour
  await w.round()
  expect(idsOf(receiver.got)).toEqual(
    (await changes(c, cursor)).map((change: { cursor: string }) => change.cursor),
  )
  expect(receiver.got[0]!.body).toBe(tried[0]!.body)
})

test('§32 A webhook with `kinds` gets only changes of these kinds.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using w = sendingWebhooks(c, receiver.post)
  await newWebhook(c, { url: receiver.url, kinds: ['patient'] })
  await newTag(c.owner.call, 'tag')
  await newPatient(c.owner.call)
  await newTag(c.owner.call, 'another')
  await w.round()
  expect(receiver.got.map(({ body }) => JSON.parse(body).data.kind)).toEqual(['patient'])
})

test('§32 Deliveries end after an answer 410, and after three days of failures. The inbox and a mail to the owners report this.', async () => {
  await using c = await clinic()
  let status = 410
  await using receiver = await webhookReceiver(() => new Response(null, { status }))
  await using w = sendingWebhooks(c, receiver.post)
  const { id } = await newWebhook(c, { url: receiver.url })
  await newTag(c.owner.call, 'tag')
  await w.round()
  const read = async () => success(await c.owner.call('GET', `/api/v1/webhooks/${id}`))
  expect(await read()).toMatchObject({ stopped: 'gone' })
  const inbox = success(await c.assistant.call('GET', '/api/v1/inbox?kind=webhook_stopped'))
  expect(inbox.items).toMatchObject([
    { recordId: id, heading: 'hooks.example.org:8443', patientId: null, startAt: null },
  ])
  expect(inbox.counts.webhook_stopped).toBe(1)
  c.clock.now += day
  await w.round()
  expect(receiver.got).toHaveLength(1)

  status = 500
  success(await c.owner.call('PATCH', `/api/v1/webhooks/${id}`, { active: true }))
  expect(success(await c.owner.call('GET', '/api/v1/inbox')).counts.webhook_stopped).toBe(0)
  const from = c.clock.now
  while ((await read()).stopped === null && c.clock.now < from + 10 * day) {
    await w.round()
    c.clock.now += hour
  }
  expect(await read()).toMatchObject({ stopped: 'failing' })
  expect(c.clock.now - from).toBeWithin(3 * day, 4 * day + 2 * hour)
  expect(w.stopped).toEqual([`gone ${receiver.url}`, `failing ${receiver.url}`])
})

test('§32 A redirect is a failure, and is not followed. After 429, 502 and 504, the next try waits a minute at least, and as long as `Retry-After` says.', async () => {
  await using c = await clinic()
  let answer = new Response(null, { status: 302, headers: { location: 'https://127.0.0.1/' } })
  await using receiver = await webhookReceiver(() => answer.clone() as Response)
  await using w = sendingWebhooks(c, receiver.post)
  const { id } = await newWebhook(c, { url: receiver.url })
  await newTag(c.owner.call, 'tag')
  const pause = async () => {
    await w.round()
    const { nextTryAt } = success(await c.owner.call('GET', `/api/v1/webhooks/${id}`))
    success(await c.owner.call('PATCH', `/api/v1/webhooks/${id}`, { active: true }))
    return Date.parse(nextTryAt) - c.clock.now
  }
  expect(await pause()).toBe(5_000)
  for (const status of [429, 502, 504]) {
    answer = new Response(null, { status })
    expect(await pause()).toBe(60_000)
  }
  answer = new Response(null, { status: 503, headers: { 'retry-after': '600' } })
  expect(await pause()).toBe(600_000)
  answer = new Response(null, { status: 429, headers: { 'retry-after': '999999999' } })
  expect(await pause()).toBe(hour)
  const { deliveries } = success(await c.owner.call('GET', `/api/v1/webhooks/${id}/deliveries`))
  expect(deliveries.map(({ status }: { status: number }) => status)).toEqual([429, 503, 504, 502, 429, 302])
})

test('§32 A receiver that does not answer delays no other receiver. Its request ends after 15 seconds.', async () => {
  await using c = await clinic()
  await using hanging = await webhookReceiver(() => new Promise(() => undefined))
  await using quick = await webhookReceiver()
  const post: typeof quick.post = (url, ...rest) =>
    (url.includes('hang') ? hanging.post : quick.post)(url, ...rest)
  await using w = sendingWebhooks(c, post)
  const { id } = await newWebhook(c, { url: `${hanging.url}&hang` })
  await newWebhook(c, { url: quick.url })
  await newTag(c.owner.call, 'tag')
  const round = w.round()
  await newTag(c.owner.call, 'another')
  const { until } = await import('../support/until.ts')
  await until('both events reach the quick one while the other hangs', () => quick.got.length === 2)
  expect((await c.owner.call('GET', `/api/v1/webhooks/${id}/deliveries`)).body.data.deliveries).toEqual([])
  await round
  const { deliveries } = success(await c.owner.call('GET', `/api/v1/webhooks/${id}/deliveries`))
  expect(deliveries).toMatchObject([{ status: null, error: 'timeout', requests: 1 }])
})

test('§32 Deliveries of the last 30 days are listed, and no older deliveries.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using w = sendingWebhooks(c, receiver.post)
  const { id } = await newWebhook(c, { url: receiver.url })
  const deliveries = async (query = '') =>
    success(await c.owner.call('GET', `/api/v1/webhooks/${id}/deliveries${query}`))
  await newTag(c.owner.call, 'first')
  await w.round()
  c.clock.now += day
  await newTag(c.owner.call, 'second')
  await w.round()
  const { nextCursor } = await deliveries('?limit=1')
  expect((await deliveries()).deliveries).toHaveLength(2)
  c.clock.now += 29 * day
  expect((await deliveries()).deliveries).toHaveLength(1)
  expect(await deliveries(`?cursor=${nextCursor}`)).toEqual({ deliveries: [], nextCursor: null })
  c.clock.now += day
  expect((await deliveries()).deliveries).toEqual([])
})

test('§32 Two processes on one database deliver each event once.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using one = sendingWebhooks(c, receiver.post)
  await using other = sendingWebhooks(c, receiver.post)
  const { cursor } = await newWebhook(c, { url: receiver.url })
  for (let i = 0; i < 70; i++) await newTag(c.owner.call, `Tag ${i}`)
  await Promise.all([one.round(), other.round()])
  await one.round()
  expect(idsOf(receiver.got)).toEqual(
    (await changes(c, cursor)).map((change: { cursor: string }) => change.cursor),
  )
})

test('§32 An owner can have events sent again from a cursor. A cursor that is no longer kept is 410.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver()
  await using w = sendingWebhooks(c, receiver.post)
  const { id, cursor } = await newWebhook(c, { url: receiver.url })
  for (let i = 0; i < 3; i++) await newTag(c.owner.call, `Tag ${i}`)
  await w.round()
  const first = receiver.got.splice(0)
  const replay = (since: string) => c.owner.call('POST', `/api/v1/webhooks/${id}/replay`, { since })
  success(await replay(cursor))
  await w.round()
  expect(receiver.got.map(({ id, body }) => [id, body])).toEqual(first.map(({ id, body }) => [id, body]))
  const [epoch] = cursor.split('.')
  expect((await replay(`${epoch}.99999`)).body.error.code).toBe('cursor_gone')
  expect((await replay(`1.0`)).status).toBe(410)
  expect((await replay('x')).status).toBe(400)
})

test('§32 When changes are missing after a restore of the database, the event `changes.restarted` says so. Later events follow.', async () => {
  await using c = await clinic()
  await using receiver = await webhookReceiver(
    (_, count) => new Response(null, { status: count === 2 ? 500 : 204 }),
  )
  await using w = sendingWebhooks(c, receiver.post)
  await newWebhook(c, { url: receiver.url })
  await newTag(c.owner.call, 'tag')
  await w.round()
  const { beginEpoch } = await import('../../src/store/changes/changes.ts')
  const { byTest } = await import('../support/by-test.ts')
  await c.store.practices.of(c.owner.practiceId, byTest).write((tx) => beginEpoch(tx, 12_345))
  await newTag(c.owner.call, 'another')
  await w.round()
  c.clock.now += 10_000
  await w.round()
  const [, failed, repeated] = receiver.got
  expect(repeated).toMatchObject({ id: failed!.id, body: failed!.body })
  const events = receiver.got.toSpliced(1, 1).map(({ id, body }) => [id, JSON.parse(body).type])
  expect(events.slice(1)).toEqual([
    [expect.stringMatching(/^9ix\.\d+\.restarted$/), 'changes.restarted'],
    [expect.stringMatching(/^9ix\.\d+$/), 'tag.changed'],
  ])
})

test('§32 When the process is killed while it delivers, no event is lost, and events keep their order. Some events are sent twice, with the same bytes.', async () => {
  const { webhooksDrill } = await import('../drills/webhooks.ts')
  expect(await webhooksDrill({ events: 400, kills: 3 })).toMatchObject({ events: 400, kills: 3 })
})
