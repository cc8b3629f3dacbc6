import { expect, test } from 'bun:test'
import { hashSecret, mintSecret } from '../../src/domain/secret.ts'

test('a token is its prefix and 256 bits in letters that need no escaping', () => {
  const token = mintSecret('ck_')
  expect(token).toMatch(/^ck_[A-Za-z0-9_-]{43}$/)
  expect(Buffer.from(token.slice(3), 'base64url')).toHaveLength(32)
})

test('no two tokens are alike, in any of their bytes', () => {
  const tokens = Array.from({ length: 200 }, () => Buffer.from(mintSecret('ck_').slice(3), 'base64url'))
  expect(new Set(tokens.map(String)).size).toBe(200)
  for (let byte = 0; byte < 32; byte++)
    expect(new Set(tokens.map((token) => token[byte])).size).toBeGreaterThan(50)
})

test('a token is kept as the SHA-256 of all of it', () => {
  // FIPS 180-2, appendix B.1.
  expect(hashSecret('abc').toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(hashSecret('ck_a')).not.toEqual(hashSecret('ck_b'))
})
