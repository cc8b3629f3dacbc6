/**
 * The path of a request as it was sent, without its query. Usually `request.url` is an absolute URL. Bun makes it a
 * bare path when the Host header cannot be part of a URL (`a@b:c`, empty, HTTP/1.0). No URL object is made, because
 * that would cost time for each request.
 */
export function pathOf({ url }: { readonly url: string }): string {
  const start = startOf(url)
  if (start === -1) return url
  const rest = url.slice(start)
  const end = rest.search(/[?#]/)
  return end === -1 ? rest : rest.slice(0, end)
}

/** The query of a request as it was sent, without its `?`. Empty when there is none. */
export function queryOf({ url }: { readonly url: string }): string {
  const mark = url.indexOf('?', startOf(url))
  if (mark === -1) return ''
  const end = url.indexOf('#', mark)
  return end === -1 ? url.slice(mark + 1) : url.slice(mark + 1, end)
}

/** The position at which the path begins, behind a host that may contain any character. */
const startOf = (url: string): number => (url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3))

/**
 * A function that returns whether a request is for one of these routes, such as `GET /practices/:slug/openings`. A
 * parameter stands for one segment of letters, digits and dashes. So no route fits an encoded path, or a path with a
 * slash at its end.
 */
export function routesAmong(routes: readonly Routed[]): (method: string, path: string) => boolean {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '[A-Za-z0-9-]+')}$`),
  }))
  return (method, path) => patterns.some((one) => one.method === method && one.pattern.test(path))
}

interface Routed {
  readonly method: string
  readonly path: string
}

/**
 * A function that returns whether a path is exactly one of `paths`. A slash at the end makes no difference. A parameter
 * at the end of a path, such as `:token`, stands for one segment without a slash.
 */
export function pathsAmong(paths: readonly string[]): (path: string) => boolean {
  const exact = new Set(paths.flatMap((path) => (path === '/' ? [path] : [path, `${path}/`])))
  const before = paths.flatMap((path) => /^(.*\/):[^/]+$/.exec(path)?.[1] ?? [])
  const fits = (path: string, start: string) =>
    path.startsWith(start) && /^[^/]+\/?$/.test(path.slice(start.length))
  return (path) => exact.has(path) || before.some((start) => fits(path, start))
}
