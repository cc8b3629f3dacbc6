const idBytes = 16
/** HMAC-SHA256 cut to 128 bits (RFC 2104 §5), which keeps the link short enough for a text message. */
const signatureBytes = 16

/**
 * The token of the link by which a patient answers a reminder, 43 signs of base64url: which reminder, and nothing
 * personal. It expires when the appointment that was reminded of begins (`answerLinkState`).
 */
export function signAnswerLink(key: Uint8Array, reminderId: string): string {
  const id = Buffer.from(reminderId.replaceAll('-', ''), 'hex')
  return Buffer.concat([id, signature(key, id)]).toString('base64url')
}

/** The reminder a token is for, or null when it is not one that was signed with this key. */
export function readAnswerLink(key: Uint8Array, token: string): string | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + signatureBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  if (!sameBytes(signature(key, id), bytes.subarray(idBytes))) return null
  return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const signature = (key: Uint8Array, id: Uint8Array): Buffer =>
  new Bun.CryptoHasher('sha256', key).update('visit').update(id).digest().subarray(0, signatureBytes)

/** Takes as long whatever the first difference is. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0
