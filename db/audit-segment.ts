/** A segment of the audit trail holds 1,024 rows. Files hold its number, so its size never changes. */
const bits = 10

/** The segment of a row. */
export const segmentOf = (seq: number): number => Math.floor(seq / 2 ** bits)

/** The number with which a segment begins. */
export const startOfSegment = (segment: number): number => segment * 2 ** bits

/** The segment of a row in SQL, for a number that an expression gives. */
export const segmentIn = (seq: string): string => `((${seq}) >> ${bits})`

/** The segment of the first row from a number on, which the expression `seq` gives. Null where no row follows. */
const nextSegment = (trail: string, seq: string): string =>
  `(select ${segmentIn('seq')} from audit where practice_key = ${trail} and seq >= ${seq} order by seq limit 1)`

/** A query for the numbers of all segments of a trail that have rows. The expression `trail` names it. */
export const segmentsOf = (trail: string): string => `
  with recursive segments (n) as (
    select ${nextSegment(trail, '0')} union all
    select ${nextSegment(trail, `((n + 1) << ${bits})`)} from segments where n is not null
  )
  select n from segments where n is not null`
