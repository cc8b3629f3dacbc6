/**
 * A segment of the audit trail holds 1,024 rows. Database files contain the numbers of segments, so the size never
 * changes.
 */
const bits = 10

/** The segment of a row. */
export const segmentOf = (seq: number): number => Math.floor(seq / 2 ** bits)

/** The number of the first row of a segment. */
export const startOfSegment = (segment: number): number => segment * 2 ** bits

/** An SQL expression for the segment of a row. `seq` is an SQL expression for the number of the row. */
export const segmentIn = (seq: string): string => `((${seq}) >> ${bits})`

/**
 * An SQL query for the segment of the first row from the number `seq` on, an SQL expression. Null when no row follows.
 */
const nextSegment = (trail: string, seq: string): string =>
  `(select ${segmentIn('seq')} from audit where practice_key = ${trail} and seq >= ${seq} order by seq limit 1)`

/**
 * A query for the numbers of all segments of a trail that have rows. The SQL expression `trail` is the practice key of
 * the trail.
 */
export const segmentsOf = (trail: string): string => `
  with recursive segments (n) as (
    select ${nextSegment(trail, '0')} union all
    select ${nextSegment(trail, `((n + 1) << ${bits})`)} from segments where n is not null
  )
  select n from segments where n is not null`
