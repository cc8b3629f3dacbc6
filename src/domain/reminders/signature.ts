/** HMAC-SHA256, cut to 128 bits (RFC 2104 §5). A link must stay short enough for a text message. */
export const signatureBytes = 16

/**
 * A signature of these parts, in their order. The first part names the purpose of the signature. At most one other part
 * may have no fixed length, because there is no separator between the parts.
 */
export function signature(key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Buffer {
  const hasher = new Bun.CryptoHasher('sha256', key)
  for (const part of parts) hasher.update(part)
  return hasher.digest().subarray(0, signatureBytes)
}

/** Whether two signatures are the same. The time of the comparison does not show in which bytes they differ. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0
