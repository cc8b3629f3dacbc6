/**
 * The path of a request as it came in, without its query. Usually `request.url` is absolute. Bun makes it a bare path
 * when the Host header cannot stand in a URL (`a@b:c`, empty, HTTP/1.0). No URL object is built: each request pays for it.
 */
export function pathOf({ url }: { readonly url: string }): string {
  const start = startOf(url)
  if (start === -1) return url
  const rest = url.slice(start)
  const end = rest.search(/[?#]/)
  return end === -1 ? rest : rest.slice(0, end)
}

/** The query of a request as it came in, without its `?`. Empty when there is none. */
export function queryOf({ url }: { readonly url: string }): string {
  const mark = url.indexOf('?', startOf(url))
  if (mark === -1) return ''
  const end = url.indexOf('#', mark)
  return end === -1 ? url.slice(mark + 1) : url.slice(mark + 1, end)
}

/** Where the path begins, behind a host that may hold any sign. */
const startOf = (url: string): number => (url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3))

/** A path that a router or a proxy could read in more than one way: dot segments, empty ones, backslashes, escapes. */
const ambiguous = /\/\/|\\|%|\/\.{1,2}(\/|$)/

/**
 * A function that tells whether a path is among `open`. An entry that ends in `/` opens everything below it, but not for
 * a path that can be read in more than one way.
 */
export function pathsAmong(open: readonly string[]): (path: string) => boolean {
  const folders = open.filter((entry) => entry.length > 1 && entry.endsWith('/'))
  const exact = new Set(open.flatMap((entry) => (entry === '/' ? [entry] : [entry, `${entry}/`])))
  return (path) =>
    exact.has(path) || (folders.some((folder) => path.startsWith(folder)) && !ambiguous.test(path))
}
