import { expect, test } from 'bun:test'
import { invalid, success } from '../support/answers.ts'
import { clinic } from '../support/clinic.ts'
import { mailServer } from '../support/mail-server.ts'
import { inviteMember } from '../support/members.ts'
import { newTag } from '../support/records.ts'
import { until } from '../support/until.ts'

const url = 'https://hooks.example.org/chairside?key=secret'
const body = { url, kinds: ['appointment', 'patient'] }

test('§32 Owners make, read, change and delete webhooks. The secret of a webhook is shown once.', async () => {
  await using c = await clinic()
  const { call } = c.owner
  const created = success(await call('POST', '/api/v1/webhooks', body), 201)
  expect(created).toMatchObject({
    ...body,
    active: true,
    tries: 0,
    failingSince: null,
    stopped: null,
    version: 1,
  })
  expect(created.secret).toMatch(/^whsec_[\w+/]{43}=$/)
  const { secret: _, ...shown } = created
  expect(success(await call('GET', `/api/v1/webhooks/${created.id}`))).toEqual(shown)
  expect(success(await call('GET', '/api/v1/webhooks'))).toEqual({ webhooks: [shown] })
  const edited = success(
    await call('PATCH', `/api/v1/webhooks/${created.id}`, { kinds: null, active: false }),
  )
  expect(edited).toMatchObject({ url, kinds: null, active: false, secret: null, version: 2 })
  success(await call('DELETE', `/api/v1/webhooks/${created.id}`))
  expect((await call('GET', `/api/v1/webhooks/${created.id}`)).status).toBe(404)
  expect((await call('GET', `/api/v1/webhooks/${created.id}/deliveries`)).status).toBe(404)
})

test('§32 Assistants cannot see or change webhooks. A token of an owner needs the scope `settings` to change a webhook.', async () => {
  await using c = await clinic({ signedIn: true })
  const { id } = success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)
  const { token } = success(await c.owner.call('POST', '/api/v1/me/tokens', { name: 'reads' }), 201)
  for (const call of [c.assistant.call, c.as(token)])
    for (const [method, path, sent] of [
      ['GET', ''],
      ['POST', '', body],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { active: false }],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/replay`, { since: '1.0' }],
      ['GET', `/${id}/deliveries`],
    ] as const)
      expect((await call(method, `/api/v1/webhooks${path}`, sent)).status).toBe(
        method === 'GET' && call !== c.assistant.call ? 200 : 403,
      )
  expect((await c.stranger.call('GET', `/api/v1/webhooks/${id}`)).status).toBe(404)
})

test('§32 The address of a webhook is refused when its text already shows that it leads into an internal network.', async () => {
  await using c = await clinic()
  for (const bad of [
    'http://example.org',
    'https://10.0.0.1',
    'https://localhost:8443',
    'https://example.org:22',
    'https://[::1]/',
  ])
    invalid(await c.owner.call('POST', '/api/v1/webhooks', { url: bad }), 'url')
  const { id } = success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)
  invalid(await c.owner.call('PATCH', `/api/v1/webhooks/${id}`, { url: 'https://127.1' }), 'url')
})

test('§8 A practice has ten webhooks at most.', async () => {
  await using c = await clinic()
  const all = await Promise.all(
    Array.from({ length: 12 }, () => c.owner.call('POST', '/api/v1/webhooks', body)),
  )
  expect(all.map(({ status }) => status).sort()).toEqual([...Array(10).fill(201), 409, 409])
})

test('§32 Each change of a webhook is mailed to all owners. The mail names only the host of its address.', async () => {
  await using server = await mailServer()
  const { smtpMailer } = await import('../../src/delivery/smtp.ts')
  await using c = await clinic({
    signedIn: true,
    mailer: smtpMailer({ url: server.url, from: 'desk@example.org' }, () => {}),
  })
  await inviteMember(c, { role: 'owner', email: 'second@example.org' })
  await until('the invitation arrived', () => server.received.length === 1)
  server.received.length = 0
  const { id } = success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)
  success(await c.owner.call('PATCH', `/api/v1/webhooks/${id}`, { active: false }))
  success(await c.owner.call('DELETE', `/api/v1/webhooks/${id}`))
  await until('six mails arrived', () => server.received.length === 6)
  const subjectsOf = (isSecond: boolean) =>
    server.received
      .filter(({ to }) => to.includes('second@example.org') === isSecond)
      .map(({ source }) => /^Subject: .*: (.*)$/m.exec(source)?.[1])
      .sort()
  const subjects = ['a webhook was changed', 'a webhook was deleted', 'a webhook was made']
  expect([subjectsOf(false), subjectsOf(true)]).toEqual([subjects, subjects])
  for (const { source } of server.received.map((one) => ({ source: one.source.replaceAll('=\r\n', '') }))) {
    expect(source).toContain('hooks.example.org')
    expect(source).not.toContain('key=')
  }
})

test('§32 A test event is sent at once, and the answer has the result of the delivery. At most ten are sent in ten minutes.', async () => {
  const posted: string[] = []
  const { webhookKeys } = await import('../../src/delivery/webhook-signature.ts')
  await using c = await clinic({
    webhooks: {
      keys: webhookKeys(new Uint8Array(32)),
      post: async (_url, headers, sent) => {
        posted.push(`${headers['webhook-id']} ${sent}`)
        return { status: 418, error: null }
      },
    },
  })
  const { id } = success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)
  const test = () => c.owner.call('POST', `/api/v1/webhooks/${id}/test`)
  expect(success(await test())).toEqual({ status: 418, error: null })
  expect(posted).toMatchObject([expect.stringMatching(/^test\.[\w-]+ \{"type":"webhook\.test"/)])
  for (let i = 1; i < 10; i++) success(await test())
  expect((await test()).status).toBe(429)
  expect(posted).toHaveLength(10)
})

test("§32 A webhook's creation that is repeated with the same `Idempotency-Key` does not show the secret again.", async () => {
  await using c = await clinic()
  const headers = { 'idempotency-key': 'once' }
  const { id } = success(await c.owner.call('POST', '/api/v1/webhooks', body, headers), 201)
  const again = await c.owner.call('POST', '/api/v1/webhooks', body, headers)
  expect(again.status).toBe(409)
  expect(again.body.error.details).toMatchObject([{ webhookId: id }])
  expect(success(await c.owner.call('GET', '/api/v1/webhooks')).webhooks).toHaveLength(1)
})

test("§32 Neither the database file nor an archive holds a webhook's secret. It is computed from the key of the installation and from random bytes that are in the file.", async () => {
  await using c = await clinic()
  const { id, secret } = success(await c.owner.call('POST', '/api/v1/webhooks', body), 201)
  await newTag(c.owner.call, 'tag')
  const file = Buffer.concat(
    await Promise.all(
      ['', '-wal'].map(async (end) => Buffer.from(await Bun.file(c.path + end).arrayBuffer())),
    ),
  )
  expect(file.includes(secret.slice(6))).toBe(false)
  expect(file.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  const { leftOut } = await import('../../src/store/transfer/tables.ts')
  expect(Object.keys(leftOut)).toContain('webhooks')
  expect(id).toBeString()
})
