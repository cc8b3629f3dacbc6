/** The link in a reminder by which a patient answers it: which reminder, and until when. Nothing personal. */
export interface VisitLink {
  readonly reminderId: string
  /** Epoch milliseconds, whole seconds. */
  readonly expiresAt: number
}

const idBytes = 16
const timeBytes = 5
/** HMAC-SHA256 cut to 128 bits (RFC 2104 §5), which keeps the link short enough for a text message. */
const signatureBytes = 16
const allBytes = idBytes + timeBytes + signatureBytes

/** The token: 50 signs of base64url. */
export function signVisit(key: Uint8Array, { reminderId, expiresAt }: VisitLink): string {
  const said = Buffer.alloc(idBytes + timeBytes)
  said.write(reminderId.replaceAll('-', ''), 'hex')
  said.writeUIntBE(Math.floor(expiresAt / 1000), idBytes, timeBytes)
  return Buffer.concat([said, signature(key, said)]).toString('base64url')
}

/** What a token says, or null when it is not one that was signed with this key. */
export function readVisit(key: Uint8Array, token: string): VisitLink | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== allBytes || bytes.toString('base64url') !== token) return null
  const said = bytes.subarray(0, idBytes + timeBytes)
  if (!sameBytes(signature(key, said), bytes.subarray(said.length))) return null
  const reminderId = said
    .toString('hex', 0, idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { reminderId, expiresAt: said.readUIntBE(idBytes, timeBytes) * 1000 }
}

const signature = (key: Uint8Array, said: Uint8Array): Buffer =>
  new Bun.CryptoHasher('sha256', key).update('visit').update(said).digest().subarray(0, signatureBytes)

/** Takes as long whatever the first difference is. */
const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.reduce((difference, byte, i) => difference | (byte ^ b[i]!), 0) === 0
