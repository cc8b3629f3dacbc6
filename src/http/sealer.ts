import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts the answers that are kept for a request, and decrypts them for its repetition. The key follows from the
 * bearer token of the request and its `Idempotency-Key` by HKDF-SHA256 (RFC 5869). The service stores neither the token
 * nor this key. So nobody can read a kept answer in the file or in a backup. AES-256-GCM as in NIST SP 800-38D.
 */
export function sealerOf({ headers }: Request, idempotencyKey: string) {
  const [, token] = /^Bearer +([\w-]+)/i.exec(headers.get('authorization') ?? '') ?? []
  if (token === undefined) throw new Error('a request with a caller has no bearer token')
  let made: Buffer | undefined
  const key = () => {
    made ??= Buffer.from(hkdfSync('sha256', token, 'chairside kept answer', idempotencyKey, 32))
    return made
  }
  return {
    /** Encrypts a text. Returns the nonce, the tag and the ciphertext. */
    seal(text: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const encrypting = createCipheriv(cipher, key(), nonce)
      const sealed = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
      return Buffer.concat([nonce, encrypting.getAuthTag(), sealed])
    },
    /** @throws when the answer was sealed for another request, or was changed. */
    open(sealed: Buffer): string {
      const decrypting = createDecipheriv(cipher, key(), sealed.subarray(0, nonceBytes))
      decrypting.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const text = decrypting.update(sealed.subarray(nonceBytes + tagBytes))
      return Buffer.concat([text, decrypting.final()]).toString('utf8')
    },
  }
}
