/**
 * SQL on notes. The value is in the text: SQLite uses a partial index only for a query that repeats its condition.
 */

/** Notes that are marked as the next thing to do. */
export const whereNext = 'is_next = 1'
