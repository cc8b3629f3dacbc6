/**
 * A long list, page by page (keyset paging). `read` answers at most `size` rows behind the last one that was read; null
 * stands for the beginning. Each page is a finished read: nothing is held open in between, and other work may be done.
 * A row that is changed meanwhile may be seen as it was, as it is, or in both places.
 */
export function* inPages<R>(size: number, read: (last: R | null) => R[]): Generator<R[]> {
  let last: R | null = null
  for (;;) {
    const page = read(last)
    if (page.length > 0) yield page
    if (page.length < size) return
    last = page.at(-1)!
  }
}
