import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { judgeCertificate } from '../../src/doctor/certificate.ts'
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

test('a certificate that ended, that browsers refuse, or that is not there, is red', () => {
  expect(judgeCertificate(shown, 91 * day).state).toBe('red')
  expect(judgeCertificate({ ...shown, fault: 'self-signed' }, day).state).toBe('red')
  expect(judgeCertificate(null, day).state).toBe('red')
})

test('the certificate of the public address is looked at as a browser does', async () => {
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
