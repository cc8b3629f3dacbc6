import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { notFound, success } from '../support/answers.ts'
import { atOnce } from '../support/at-once.ts'
import { demoIn } from '../support/demo.ts'
import { freePort } from '../support/free-port.ts'
import { newDatabasePath, startServer } from '../support/server.ts'
import { serving } from '../support/serving.ts'

const lines = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('§13 `/livez` answers every caller. `/readyz` answers only callers on this machine, without detail.', async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: 'X-Client' })
  const call = server.as()
  expect(success(await call('GET', '/livez'))).toEqual({ status: 'alive' })
  expect(success(await call('GET', '/readyz'))).toEqual({ status: 'ready' })
  // Only the operator's port has metrics. On this port, the path is refused like every unknown path.
  expect((await call('GET', '/metrics')).status).toBe(401)

  for (const header of ['X-Forwarded-For', 'Forwarded', 'X-Client']) {
    const forwarded = { [header]: '127.0.0.1' }
    notFound(await call('GET', '/readyz', undefined, forwarded))
    expect((await call('GET', '/livez', undefined, forwarded)).status).toBe(200)
  }
})

test("§13 The operator's port shows the details of readiness, and metrics for Prometheus.", async () => {
  const port = await freePort()
  await using server = await serving({ METRICS_PORT: port }, { demo: true })
  const call = server.as(server.demo!.token)
  await Promise.all(['a', 'b', 'c'].map((name) => call('POST', '/api/v1/tags', { name })))
  await call('GET', '/api/v1/patients/0198a1b2-0000-7000-8000-00000000abcd')
  await call('GET', '/api/v1/no/such/route')

  const ready = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()
  expect(ready).toEqual({ status: 'ready', database: { writable: true }, loops: { late: [] } })
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(answer.headers.get('content-type')).toStartWith('text/plain; version=0.0.4')
  const text = await answer.text()
  const value = (sample: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${sample} `))
        ?.split(' ')
        .at(-1),
    )
  const requests = (route: string, status: number) =>
    value(`chairside_request_duration_seconds_count{route="${route}",status="${status}"}`)
  expect(requests('POST /api/v1/tags', 201)).toBe(3)
  expect(requests('GET /api/v1/patients/:patientId', 404)).toBe(1)
  expect(requests('unknown', 404)).toBe(1)
  expect(value('chairside_commit_writes_sum')).toBeGreaterThanOrEqual(3)
  expect(value('chairside_reminders_total{channel="email",outcome="sent"}')).toBe(0)
  expect(value('chairside_reminders_late{channel="email"}')).toBe(0)
  expect(value('chairside_reminders_in_delivery{channel="sms"}')).toBe(0)
  expect(value('chairside_provider_away_seconds{channel="sms"}')).toBe(0)
  expect(value('chairside_database_bytes')).toBeGreaterThanOrEqual(4_096)
  expect(value('chairside_wal_bytes')).toBeGreaterThan(0)
  expect(text).not.toContain('0198a1b2')
  const nothing = await fetch(`http://127.0.0.1:${port}/api/v1/me`)
  expect(nothing.status).toBe(404)
  expect(nothing.headers.get('x-content-type-options')).toBe('nosniff')
})

test('the metrics count each kind of refusal, and the log sums up a flood of refusals in fewer lines', async () => {
  const port = await freePort()
  const path = newDatabasePath()
  const { token } = await demoIn(path)
  await using server = await startServer({
    DATABASE_PATH: path,
    METRICS_PORT: port,
    METRICS_HOST: '127.0.0.1',
  })
  const flood = atOnce(600, (n) => server.as(n % 3 === 0 ? 'ck_wrong' : undefined)('GET', '/api/v1/me'))
  const known = await server.as(token)('POST', '/api/v1/me/tokens', {})
  expect(known.status).toBe(403)
  await flood
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  expect(text).toContain('chairside_refusals_total{kind="missing_authorization"} 400')
  expect(text).toContain('chairside_refusals_total{kind="invalid_authorization"} 200')
  await server.printed(/"more":\d+.*\n/)
  await server.stop()
  const written = lines(server.output())
  expect(written.filter(({ msg }) => msg === 'answered')).toEqual([])
  expect(written.filter(({ kind }) => kind === 'forbidden')).toHaveLength(1)
  const listed = written.filter(({ msg }) => msg === 'refused').length
  const summed = written.reduce((sum, { more = 0 }) => sum + more, 0)
  expect(listed).toBeLessThan(601)
  // The summary may not contain the refusals of the last second yet.
  expect(listed + summed).toBeLessThanOrEqual(601)
})

test('§13 `/readyz` is 503 while another process holds the lock of the database.', async () => {
  const path = newDatabasePath()
  // The first start with a file records the file. Later starts write nothing.
  await (await startServer({ DATABASE_PATH: path })).stop()
  await using server = await startServer({ DATABASE_PATH: path })
  const elsewhere = new Database(path)
  elsewhere.run('BEGIN IMMEDIATE')
  // The server has written nothing yet, so this check tries a write.
  const refused = await server.as()('GET', '/readyz')
  expect({ status: refused.status, code: refused.body.error.code }).toEqual({
    status: 503,
    code: 'unavailable',
  })
  expect((await server.as()('GET', '/livez')).status).toBe(200)
  elsewhere.run('COMMIT')
  elsewhere.close()
  let status = 503
  while (status !== 200) status = (await server.as()('GET', '/readyz')).status
})

test('§13 Each request is one line of the log, with the practice and the route, and without personal data.', async () => {
  const path = newDatabasePath()
  const { token, practiceId } = await demoIn(path)
  await using server = await startServer({ DATABASE_PATH: path })
  const call = server.as(token)
  const { body } = await call('POST', '/api/v1/patients', { firstName: 'Núria', lastName: 'Geheim' })
  await call('GET', `/api/v1/patients/${body.data.id}`)
  await call('GET', '/api/v1/patients?search=Geheim')
  await call('POST', '/api/v1/patients', { firstName: 'Geheim', lastName: 7 })
  await call('GET', '/Geheim')
  await server.as('ck_Geheim')('GET', '/api/v1/me')
  await server.as()('GET', '/docs')
  // A proxy requests `/livez` each second, so this request is not logged.
  await server.as()('GET', '/livez')
  await server.stop()

  const requests = lines(server.output()).filter(({ msg }) => msg === 'answered' || msg === 'refused')
  expect(requests.map(({ route, status }) => `${route} ${status}`)).toEqual([
    'POST /api/v1/patients 201',
    'GET /api/v1/patients/:patientId 200',
    'GET /api/v1/patients 200',
    'POST /api/v1/patients 400',
    'unknown 404',
    'unknown 401',
    'GET /docs 200',
  ])
  expect(requests[0]).toMatchObject({ requestId: body.requestId, practiceId, ms: expect.any(Number) })
  expect(requests.at(-1)).not.toHaveProperty('practiceId')
  expect(requests[5]).toMatchObject({ level: 40, kind: 'invalid_authorization', address: '127.0.0.1' })
  for (const secret of ['Geheim', 'Núria', token!, body.data.id])
    expect(server.output()).not.toContain(secret)
})
