import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config.ts'
import { publicAddress, service } from '../../src/doctor/service.ts'
import { notFound, success } from '../support/answers.ts'
import { serving } from '../support/serving.ts'

const header = 'X-Real-IP'

/** The settings of a machine, with its own server on `port` and the public address. */
const site = (port: number, publicUrl?: string) => ({
  config: loadConfig(
    { databasePath: './data/none.db' },
    { PORT: String(port), PUBLIC_URL: publicUrl, CLIENT_ADDRESS_HEADER: header },
  ),
  now: Date.now,
})

/** A proxy in front of a server. `name` changes the headers of each request before the proxy passes it on. */
function proxyTo(port: number, name: (headers: Headers) => void) {
  const proxy = Bun.serve({
    port: 0,
    hostname: 'localhost',
    fetch(request) {
      const headers = new Headers(request.headers)
      name(headers)
      return fetch(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, { headers })
    },
  })
  return {
    url: `http://localhost:${proxy.port}`,
    [Symbol.asyncDispose]: () => proxy.stop(true),
  }
}
const states = (findings: { check: string; state: string }[]) =>
  findings.map(({ check, state }) => `${check} ${state}`)

test('a server that runs is ok, and a server that does not run is red', async () => {
  let port = 0
  {
    await using server = await serving()
    port = server.port
    expect(await service(site(port))).toMatchObject({ state: 'ok' })
  }
  expect(await service(site(port))).toMatchObject({ state: 'red', todo: expect.stringContaining('restart') })
})

test("a proxy that replaces the header with the caller's address is ok", async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: header })
  await using proxy = proxyTo(server.port, (headers) => headers.set(header, '198.51.100.7'))
  const findings = await publicAddress(site(server.port, proxy.url))
  expect(states(findings)).toEqual(['address ok', 'proxy ok'])
  expect(findings[1]!.found).toContain('198.51.100.7')
})

test('a proxy that passes on the address header of callers is red', async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: header })
  await using proxy = proxyTo(server.port, () => undefined)
  const findings = await publicAddress(site(server.port, proxy.url))
  expect(states(findings)).toEqual(['address ok', 'proxy red'])
  expect(findings[1]!.found).toContain('may choose their address')
})

test("a proxy that does not name the caller's address is red", async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: header })
  await using proxy = proxyTo(server.port, (headers) => headers.delete(header))
  const findings = await publicAddress(site(server.port, proxy.url))
  expect(states(findings)).toEqual(['address ok', 'proxy red'])
  expect(findings[1]!.found).toContain('count as one')
})

test('a public address that leads to another server is red', async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: header })
  await using other = await serving({ CLIENT_ADDRESS_HEADER: header })
  await using proxy = proxyTo(other.port, (headers) => headers.set(header, '198.51.100.7'))
  expect(states(await publicAddress(site(server.port, proxy.url)))).toEqual(['address red'])
})

test('a public address at which no server answers is red, and settings without a public address are a warning', async () => {
  await using server = await serving()
  expect(states(await publicAddress(site(server.port, 'http://localhost:1')))).toEqual(['address red'])
  expect(states(await publicAddress(site(server.port)))).toEqual(['address warn'])
})

test('only this machine can read how a probe arrived, and only the latest eight probes are stored', async () => {
  await using server = await serving({ CLIENT_ADDRESS_HEADER: header })
  const call = server.as()
  const ids = Array.from({ length: 9 }, () => ({ 'X-Chairside-Probe': crypto.randomUUID() }))
  for (const id of ids) await call('GET', '/livez', undefined, { ...id, [header]: '198.51.100.7' })
  notFound(await call('GET', '/livez/probe', undefined, ids[0]))
  expect(success(await call('GET', '/livez/probe', undefined, ids[1]))).toEqual({
    address: '198.51.100.7',
    named: true,
  })
  notFound(await call('GET', '/livez/probe', undefined, { ...ids[1], [header]: '127.0.0.1' }))
  notFound(await call('GET', '/livez/probe'))
})
