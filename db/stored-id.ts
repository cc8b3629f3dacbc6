/**
 * How ids are stored in the file. A UUID takes 36 bytes as text and 16 as a blob. Both forms sort alike, so that ids
 * that grow with time (UUIDv7) are in the order in which they were made. Any other text, such as an empty id, is stored
 * as text. SQLite sorts every text before every blob.
 */

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** The position of each byte's first digit in the text of a UUID. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]

const digits = Buffer.from('0123456789abcdef')
const worthOf = new Uint8Array(128)
for (const [value, code] of digits.entries()) worthOf[code] = value

declare const isStored: unique symbol

/**
 * An id as the file contains it. Only `storedId` makes this type, so a statement with a stored id accepts no other
 * text.
 */
export type StoredId = Uint8Array | (string & { readonly [isStored]: true })

/** The stored form of an id: 16 bytes for a UUID in lower case, and the text itself for any other id. */
export function storedId(id: string): StoredId {
  if (!uuid.test(id)) return id as StoredId
  const bytes = new Uint8Array(16)
  for (let i = 0; i < 16; i++) {
    const place = places[i]!
    bytes[i] = (worthOf[id.charCodeAt(place)]! << 4) | worthOf[id.charCodeAt(place + 1)]!
  }
  return bytes
}

/** Whether a stored id is a UUID. Only ids of old imports are not. */
export const isStoredUuid = (id: StoredId): id is Uint8Array => typeof id !== 'string'

/** The codes of the first and the second hexadecimal digit of each byte. */
const high = digitsOf((byte) => byte >> 4)
const low = digitsOf((byte) => byte & 15)

/** One buffer is used for all calls, because reading a long list makes thousands of texts. */
const text = Buffer.alloc(36, '-') as Buffer & { latin1Slice(start: number, end: number): string }

/** The id of a stored form: exactly the text that was stored. */
export function idOf(stored: Uint8Array | string): string {
  if (typeof stored === 'string') return stored
  for (let i = 0; i < 16; i++) {
    const byte = stored[i]!
    const place = places[i]!
    text[place] = high[byte]!
    text[place + 1] = low[byte]!
  }
  // This is three times as fast as `toString('latin1')`.
  return text.latin1Slice(0, 36)
}

/** An SQL expression for a stored id as text, for a list of ids that becomes JSON. `idOfText` reads this text. */
export const textOfId = (column: string): string =>
  `iif(typeof(${column}) = 'blob', hex(${column}), '-' || ${column})`

/** The id in a text that `textOfId` made. */
export function idOfText(hex: string): string {
  if (hex.startsWith('-')) return hex.slice(1)
  for (let i = 0; i < 16; i++) {
    const place = places[i]!
    text[place] = lowerCase(hex.charCodeAt(2 * i))
    text[place + 1] = lowerCase(hex.charCodeAt(2 * i + 1))
  }
  return text.latin1Slice(0, 36)
}

/** Sets the bit that distinguishes `a` from `A`. The codes of the digits 0 to 9 have this bit already. */
const lowerCase = (code: number): number => code | 32

function digitsOf(part: (byte: number) => number): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => digits[part(byte)]!)
}
