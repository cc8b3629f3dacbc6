/** One page of a list: at most `limit` rows, after leaving out the first `offset` rows (RULES §8). */
export interface Page {
  readonly limit: number
  readonly offset: number
}

/**
 * The pattern can match digits in only one way. Otherwise a long number with a wrong end would take very long to
 * refuse.
 */
const decimal = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i

/**
 * Reads a page from a query and never refuses the query (RULES §4.1). Numbers are clamped; any other value gives the
 * default.
 */
export const readPage = (query: { limit?: unknown; offset?: unknown }): Page => ({
  limit: clamped(query.limit, 1, 200, 50),
  offset: clamped(query.offset, 0, Number.MAX_SAFE_INTEGER, 0),
})

function clamped(value: unknown, least: number, most: number, fallback: number): number {
  if (typeof value !== 'string' || !decimal.test(value.trim())) return fallback
  return Math.min(most, Math.max(least, Math.trunc(Number(value))))
}
