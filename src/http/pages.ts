/**
 * Answers without end. A long list is read page by page while it is sent, so that no answer is ever whole in memory and
 * other requests are answered in between (RULES §8).
 */

/** A list inside an answer that is read while it is sent. Each page is one finished read; nothing is held in between. */
export class Pages<T> {
  readonly read: () => Iterable<readonly T[]>

  constructor(read: () => Iterable<readonly T[]>) {
    this.read = read
  }
}

/** A list in pages, each row turned into what is answered. `seen` is called with each page before it is sent. */
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
 * There is always a chunk. A page is written in one go, and so are twenty items of a list that is there already. So a chunk
 * may be longer by their text.
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

/** How many items of a list that is there already are written in one go. */
const partLength = 20

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > partLength

function* parts(items: readonly unknown[]): Generator<unknown[]> {
  for (let i = 0; i < items.length; i += partLength) yield items.slice(i, i + partLength)
}

/**
 * Each item is written by itself. The runtime writes a value that holds a letter beyond Latin-1, such as "Ł", at a quarter
 * of its usual speed, however long the value is.
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
 * Only objects that hold `Pages` or long lists are taken apart. All others are written by the runtime in one go.
 */
function holdsLists(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // Every row of a list passes here, so nothing is allocated.
  for (const name in value) {
    const inner = (value as Record<string, unknown>)[name]
    if (inner instanceof Pages || isLong(inner) || holdsLists(inner)) return true
  }
  return false
}
