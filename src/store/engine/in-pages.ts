import type { SomeRows } from './connection.ts'

/**
 * A long list, page by page (keyset paging). `read` answers at most `size` rows behind the last one that was read; null
 * stands for the beginning. It may answer fewer rows when these are long.
 * Each page is a finished read: nothing is held open in between, and other work may be done.
 * A row that is moved in the order meanwhile may be read twice, once or not at all.
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
 * Merges two long lists into one, in the order of `compare`, in which both lists must be. No more than a page of each is
 * held.
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
