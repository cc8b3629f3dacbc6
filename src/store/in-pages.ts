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
