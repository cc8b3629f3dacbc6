import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeCertificate, judgeHosts } from '../../src/doctor/certificate.ts'
import { certifiedFor } from '../support/certificates.ts'
import { scratch } from '../support/scratch.ts'
import { cli, newDatabasePath } from '../support/server.ts'

const day = 86_400_000
const shown = { validFrom: 0, validTo: 90 * day, fault: null }

test('a certificate is ok until a fifth of its time is left, and then a warning', () => {
  expect(judgeCertificate(shown, 60 * day)).toMatchObject({ state: 'ok' })
  expect(judgeCertificate(shown, 80 * day)).toMatchObject({
    state: 'warn',
    found: expect.stringContaining('10 days'),
  })
})

test('a certificate that has expired, that browsers refuse, or that is missing is red', () => {
  expect(judgeCertificate(shown, 91 * day).state).toBe('red')
  expect(judgeCertificate({ ...shown, fault: 'self-signed' }, day).state).toBe('red')
  expect(judgeCertificate(null, day).state).toBe('red')
})

test('§29 `doctor` checks the certificate of every host of a practice, and names the hosts with a bad certificate.', async () => {
  const look = async (host: string) => (host.startsWith('bad') ? null : shown)
  expect(await judgeHosts([], look, day)).toEqual([])
  const good = ['a.example', 'b.example']
  expect(await judgeHosts(good, look, day)).toMatchObject([{ state: 'ok' }])
  const found = await judgeHosts([...good, 'bad.example'], look, day)
  expect(found.map(({ state, found }) => `${state} ${found}`)).toEqual([
    'red bad.example: no encrypted connection came about',
    'ok 2 of the 3 hosts of practices show a good one',
  ])
})

test('the certificates of hosts are checked twenty at a time, within a time limit, and at most ten bad hosts are listed', async () => {
  const hosts = Array.from({ length: 50 }, (_, i) => `bad${i}.example`)
  let [open, most] = [0, 0]
  const look = async () => {
    most = Math.max(most, ++open)
    await Bun.sleep(1)
    open--
    return null
  }
  const found = await judgeHosts(hosts, look, day)
  expect(most).toBe(20)
  expect(found).toHaveLength(11)
  expect(found.at(-1)).toMatchObject({ state: 'warn', found: expect.stringContaining('40 more do not') })
  const none = await judgeHosts(hosts, look, day, { ms: -1 })
  expect(none).toMatchObject([{ state: 'warn', found: expect.stringContaining('50 were not asked') }])
})

test('the certificate of the public address is checked as a browser checks it', async () => {
  const { authority, ...tls } = await certifiedFor('localhost')
  const file = join(scratch, 'doctor-authority.pem')
  writeFileSync(file, authority)
  using server = Bun.serve({ port: 0, hostname: 'localhost', tls, fetch: () => new Response() })
  const env = {
    DATABASE_PATH: newDatabasePath(),
    PUBLIC_URL: `https://localhost:${server.port}`,
    CLIENT_ADDRESS_HEADER: 'X-Real-IP',
  }
  const found = async (settings: Record<string, string>) => {
    const { stdout } = await cli({ ...env, ...settings }, 'doctor')
    return stdout.split('\n').find((line) => line.includes('"certificate"'))
  }
  expect(await found({ NODE_EXTRA_CA_CERTS: file })).toContain('"ok"')
  expect(await found({})).toContain('"red"')
})
