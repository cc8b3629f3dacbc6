import type { SomeRows } from './connection.ts'

/**
 * Yields a long list, page by page (keyset paging). `read` returns at most `size` rows behind the row `last`; null
 * stands for the beginning. It may return fewer rows when they are long. Each page is a finished read: no statement
 * stays open between two pages, and other work may run. A row whose position in the order changes meanwhile may be read
 * twice, once or not at all.
 */
export function* inPages<R>(size: number, read: (last: R | null) => SomeRows<R>): Generator<R[]> {
  let last: R | null = null
  for (;;) {
    const { rows, isCut } = read(last)
    if (rows.length > 0) yield rows
    if (!isCut && rows.length < size) return
    last = rows.at(-1)!
  }
}

/**
 * Merges two long lists into one list. Both lists must be in the order of `compare`. At most one page of each list is
 * held in memory.
 */
export function* mergedPages<R>(
  first: Generator<R[]>,
  second: Generator<R[]>,
  compare: (a: R, b: R) => number,
): Generator<R[]> {
  let [a, b] = [nextPage(first), nextPage(second)]
  while (a.length > 0 && b.length > 0) {
    const page: R[] = []
    let [i, j] = [0, 0]
    while (i < a.length && j < b.length) page.push(compare(a[i]!, b[j]!) < 0 ? a[i++]! : b[j++]!)
    yield page
    a = i < a.length ? a.slice(i) : nextPage(first)
    b = j < b.length ? b.slice(j) : nextPage(second)
  }
  if (a.length > 0) yield a
  if (b.length > 0) yield b
  yield* first
  yield* second
}

/** The next page; empty at the end of the list. */
const nextPage = <R>(pages: Generator<R[]>): R[] => pages.next().value ?? []
