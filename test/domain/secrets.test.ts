import { expect, test } from 'bun:test'
import { hashSecret, mintSecret, type SecretKind, secretKinds } from '../../src/domain/secrets.ts'

const kinds = Object.keys(secretKinds) as SecretKind[]

test.each(kinds)('§5 Tokens and links carry 256 random bits. %s', (kind) => {
  const { secret, hash } = mintSecret(kind)
  const { prefix } = secretKinds[kind]
  expect(secret.slice(0, 3)).toBe(prefix)
  expect(secret.slice(3)).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(Buffer.from(secret.slice(3), 'base64url')).toHaveLength(32)
  expect(hash).toEqual(hashSecret(secret))
})

test('no two secrets are equal, and every byte varies', () => {
  const secrets = Array.from({ length: 200 }, () =>
    Buffer.from(mintSecret('apiToken').secret.slice(3), 'base64url'),
  )
  expect(new Set(secrets.map(String)).size).toBe(200)
  for (let byte = 0; byte < 32; byte++)
    expect(new Set(secrets.map((secret) => secret[byte])).size).toBeGreaterThan(50)
})

test('the hash is the SHA-256 of the whole secret', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashSecret('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(hashSecret('ck_a')).not.toEqual(hashSecret('ck_b'))
})
