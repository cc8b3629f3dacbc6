/**
 * Answers of any length. A long list is read page by page while it is sent. So no answer is in memory as a whole, and
 * other requests are answered in between (RULES §8).
 */

/**
 * A list inside an answer that is read while it is sent. Each page is one finished read; nothing stays open in between.
 */
export class Pages<T> {
  readonly read: () => Iterable<readonly T[]>

  constructor(read: () => Iterable<readonly T[]>) {
    this.read = read
  }
}

/**
 * A list in pages. `view` makes an item of the answer from each row. `seen` is called with each page before it is sent.
 */
export const pagesOf = <R, T>(
  read: () => Iterable<readonly R[]>,
  view: (row: R) => T,
  seen?: (page: readonly R[]) => void,
): Pages<T> =>
  new Pages(function* () {
    for (const page of read()) {
      seen?.(page)
      yield page.map(view)
    }
  })

/** An answer of shape `T` in which lists may be `Pages`. */
export type Paged<T> = T extends readonly (infer E)[]
  ? T | Pages<Paged<E>>
  : T extends object
    ? { [K in keyof T]: Paged<T[K]> }
    : T

/** How much text is gathered before it is sent, in UTF-16 code units. */
export const chunkLength = 65_536

/**
 * The JSON text of a value in which lists may be `Pages`, in chunks. Only the last chunk is shorter than `chunkLength`.
 * There is at least one chunk. A page is written at once, and so are twenty items of a list that is in memory already.
 * So a chunk may be longer by their text.
 */
export function* jsonChunks(value: unknown): Generator<string> {
  let chunk = ''
  for (const piece of pieces(value)) {
    chunk += piece
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function* pieces(value: unknown): Generator<string> {
  if (value instanceof Pages) yield* list(value)
  else if (isLong(value)) yield* list(new Pages(() => parts(value)))
  else if (holdsLists(value)) yield* fields(value)
  else yield JSON.stringify(value)
}

/** How many items of a list in memory are written at once. */
const partLength = 20

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > partLength

function* parts(items: readonly unknown[]): Generator<unknown[]> {
  for (let i = 0; i < items.length; i += partLength) yield items.slice(i, i + partLength)
}

/**
 * Writes each item by itself. For a value with a letter beyond Latin-1, such as "Ł", the runtime needs four times as
 * long, however long the value is.
 */
function* list({ read }: Pages<unknown>): Generator<string> {
  let separator = '['
  for (const page of read()) {
    let text = ''
    for (const item of page) {
      text += separator
      separator = ','
      if (!holdsLists(item)) {
        text += JSON.stringify(item)
        continue
      }
      yield text
      text = ''
      yield* pieces(item)
    }
    if (text !== '') yield text
  }
  yield separator === '[' ? '[]' : ']'
}

function* fields(value: object): Generator<string> {
  let separator = '{'
  for (const [name, inner] of Object.entries(value)) {
    yield `${separator}${JSON.stringify(name)}:`
    yield* pieces(inner)
    separator = ','
  }
  yield '}'
}

/**
 * Whether an object contains `Pages` or long lists. Such objects are written field by field. The runtime writes all
 * other values at once.
 */
function holdsLists(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // This loop runs for every row of a list, so it allocates nothing.
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name]
    if (inner instanceof Pages || isLong(inner) || holdsLists(inner)) return true
  }
  return false
}
