/**
 * Tokens: 256 random bits behind a prefix that tells people and secret scanners what they have found.
 * Only the SHA-256 is kept; for that many random bits a slow hash would add nothing.
 */
export const mintApiToken = (): string =>
  `ck_${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')}`

export const hashToken = (token: string): Buffer => new Bun.CryptoHasher('sha256').update(token).digest()
