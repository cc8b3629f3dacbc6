/** Sessions (`cs_`), API tokens (`ck_`) and enrolment and setup links (`cl_`). */
export type SecretPrefix = 'cs_' | 'ck_' | 'cl_'

/**
 * A secret: 256 random bits behind a prefix that tells people and secret scanners what they have found.
 * Only its SHA-256 is kept; for that many random bits a slow hash would add nothing.
 */
export const mintSecret = (prefix: SecretPrefix): string =>
  prefix + Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')

export const hashSecret = (secret: string): Buffer => new Bun.CryptoHasher('sha256').update(secret).digest()
