import { expect, test } from 'bun:test'
import { loadConfig } from '../../src/config.ts'
import { againstClockOf, otherClock } from '../../src/doctor/clock.ts'

const clockOf = (env: Record<string, string>) =>
  otherClock(loadConfig({ databasePath: './data/none.db' }, env))

test('a clock that agrees with the other server is ok, and a clock that differs is a warning or red', async () => {
  using other = Bun.serve({
    port: 0,
    fetch: () => new Response('', { headers: { date: new Date().toUTCString() } }),
  })
  const by = (ms: number) => againstClockOf(`http://127.0.0.1:${other.port}`, () => Date.now() + ms)
  expect(await by(0)).toMatchObject({ state: 'ok' })
  expect(await by(30_000)).toMatchObject({ state: 'warn' })
  expect(await by(-120_000)).toMatchObject({ state: 'red', todo: expect.stringContaining('timedatectl') })
  using silent = Bun.serve({ port: 0, fetch: () => new Response() })
  expect(await againstClockOf(`http://127.0.0.1:${silent.port}`, Date.now)).toMatchObject({ state: 'warn' })
  expect(await againstClockOf('http://127.0.0.1:1', Date.now)).toMatchObject({ state: 'warn' })
})

test('the clock is compared only with a server that the settings name, and never with a server on this machine', () => {
  expect(clockOf({})).toBeUndefined()
  expect(clockOf({ REPLICA_URL: 'file:///store' })).toBeUndefined()
  expect(clockOf({ REPLICA_URL: 's3://b/c', REPLICA_ENDPOINT: 'http://localhost:9000' })).toBeUndefined()
  expect(clockOf({ REPLICA_URL: 's3://b/c', REPLICA_ENDPOINT: 'https://s3.example.org/x' })).toBe(
    'https://s3.example.org',
  )
  expect(clockOf({ REPLICA_URL: 's3://b/c', REPLICA_REGION: 'eu-central-1' })).toBe(
    'https://s3.eu-central-1.amazonaws.com',
  )
  expect(clockOf({ REPLICA_URL: 'abs://account@container/path' })).toBe(
    'https://account.blob.core.windows.net',
  )
})
