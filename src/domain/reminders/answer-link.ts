const idBytes = 16
/** HMAC-SHA256, cut to 128 bits (RFC 2104 §5). The link must stay short enough for a text message. */
const signatureBytes = 16
/** Never change this: the links in all messages that have been sent would stop working. */
const signedFor = 'visit'

/**
 * The token in the link by which a patient answers a notice: 43 characters of base64url. It holds the id of the
 * notice and a signature, and nothing personal. The link works until the appointment begins (`answerLinkState`).
 */
export function signAnswerLink(key: Uint8Array, noticeId: string): string {
  const id = Buffer.from(noticeId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signature(key, id)]).toString('base64url')
}

/** A key that signs links now, or did so until `replacedAt` (epoch milliseconds). */
export interface LinkKey {
  readonly key: Uint8Array
  /** Null for the key that signs now. */
  readonly replacedAt: number | null
}

/**
 * The id of the notice that a token belongs to, and the key that signed it. Null for a token that none of these keys
 * has signed.
 */
export function readAnswerLink<K extends LinkKey>(keys: readonly K[], token: string) {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  const signer = keys.find(({ key }) => sameBytes(signature(key, id), bytes.subarray(idBytes)))
  if (signer === undefined) return null
  const noticeId = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { noticeId, signer }
}

/**
 * Whether this key can have signed the link of this notice (RULES §6). Links are signed with the newest key. So a key
 * that had been replaced when the notice was planned has signed no link of it: somebody took it from an old backup.
 */
export const mayHaveSigned = ({ replacedAt }: LinkKey, notice: { readonly createdAt: number }): boolean =>
  replacedAt === null || notice.createdAt <= replacedAt

const signature = (key: Uint8Array, id: Uint8Array): Buffer =>
  new Bun.CryptoHasher('sha256', key).update(signedFor).update(id).digest().subarray(0, signatureBytes)

/** Compares in constant time, so that the time taken tells nothing about the signature. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0
