/** A value that a column of SQLite can hold. */
export type Value = null | number | string | Uint8Array

/**
 * A text as its bytes in the file. A text with a NUL or a broken character could not be read completely as a string.
 */
export class TextBytes {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** The byte before each value, by the type of the value. So values of two types never have the same bytes. */
const tag = { null: 0, number: 1, text: 3, blob: 4 } as const

let bytes = Buffer.alloc(4_096)

/**
 * Returns `start` and behind it the bytes for a list of values. The bytes include the type of each value, and the
 * length of each text and blob. So two different lists never have the same bytes, and no text can move from one column
 * to the next. The next call overwrites the returned bytes.
 */
export function canonical(start: Uint8Array, values: readonly (Value | TextBytes)[]): Uint8Array {
  let at = start.length
  if (at > bytes.length) grow(at)
  bytes.set(start)
  for (const value of values) {
    if (at + 9 > bytes.length) grow(9)
    if (value === null) {
      bytes[at++] = tag.null
    } else if (typeof value === 'number') {
      bytes[at] = tag.number
      bytes.writeDoubleBE(value, at + 1)
      at += 9
    } else {
      const isBlob = value instanceof Uint8Array
      const plain = value instanceof TextBytes ? value.bytes : value
      // One UTF-16 code unit takes three bytes at most.
      const most = typeof plain === 'string' ? plain.length * 3 : plain.length
      if (at + 5 + most > bytes.length) grow(5 + most)
      const length = typeof plain === 'string' ? bytes.write(plain, at + 5) : plain.length
      if (typeof plain !== 'string') bytes.set(plain, at + 5)
      bytes[at] = isBlob ? tag.blob : tag.text
      bytes.writeUInt32BE(length, at + 1)
      at += 5 + length
    }
  }
  return bytes.subarray(0, at)
}

function grow(by: number): void {
  const larger = Buffer.alloc(2 * (bytes.length + by))
  larger.set(bytes)
  bytes = larger
}
