import { canonical, type TextBytes, type Value } from './canonical.ts'

/**
 * What a mac (message authentication code) is made for. Its input begins with this byte, so no mac fits another
 * purpose.
 */
const purposes = { row: 1, closing: 2, heads: 3, keyId: 4 } as const

/** How long a mac and the digest of values are, in bytes. */
const macLength = 16

/** The value to which the first row of a trail is chained. */
export const noMac: Uint8Array = new Uint8Array(macLength)

/** The end of a trail: the number and the mac of its newest row. */
export interface Head {
  readonly seq: number
  readonly mac: Uint8Array
}

/**
 * The secret key of the trail. With it, the macs are made: the first 16 bytes of an HMAC-SHA256 (RFC 2104). Without the
 * key, nobody can make a row that fits the chain.
 */
export class TrailKey {
  readonly #hasher: Bun.CryptoHasher
  /** A name of the key that shows nothing about the secret: 16 hexadecimal digits. */
  readonly id: string

  /** @throws when the key does not have 32 bytes. */
  constructor(key: Uint8Array) {
    if (key.length !== 32) throw new RangeError('The key of the audit trail must have 32 bytes.')
    this.#hasher = new Bun.CryptoHasher('sha256', key)
    this.id = Buffer.from(this.#mac('keyId', noMac, []).subarray(0, 8)).toString('hex')
  }

  /** The mac of a row that comes after the row with the mac `previous`. */
  ofRow(previous: Uint8Array, row: readonly (Value | TextBytes)[]): Uint8Array {
    return this.#mac('row', previous, row)
  }

  /** Whether this key has made the mac of a row that comes after the row with the mac `previous`. */
  hasMade(
    row: { readonly columns: readonly (Value | TextBytes)[]; readonly mac: Uint8Array },
    previous: Uint8Array,
  ): boolean {
    return Buffer.compare(this.ofRow(previous, row.columns), row.mac) === 0
  }

  ofClosing(closing: readonly Value[]): Uint8Array {
    return this.#mac('closing', noMac, closing)
  }

  ofHeads(text: string): Uint8Array {
    return this.#mac('heads', noMac, [text])
  }

  #mac(
    purpose: keyof typeof purposes,
    previous: Uint8Array,
    values: readonly (Value | TextBytes)[],
  ): Uint8Array {
    start[0] = purposes[purpose]
    start.set(previous, 1)
    // Copying the hasher saves the work for the two blocks with which every HMAC begins.
    return this.#hasher.copy().update(canonical(start, values)).digest().subarray(0, macLength)
  }
}

const start = new Uint8Array(1 + macLength)

/** The digest of the values before and after an act. With the salt, nobody can guess the values. */
export const digestOf = (
  salt: Uint8Array,
  before: string | TextBytes | null,
  after: string | TextBytes | null,
): Uint8Array =>
  new Bun.CryptoHasher('sha256')
    .update(canonical(nothing, [salt, before, after]))
    .digest()
    .subarray(0, macLength)

const nothing = new Uint8Array()
