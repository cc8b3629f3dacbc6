/**
 * SQL on notes. The value is in the SQL text, because SQLite uses a partial index only for a query that repeats the
 * index's condition.
 */

/** Notes that are marked as the next thing to do. */
export const whereNext = 'is_next = 1'
