/** A segment of the audit trail holds 1,024 rows. Files hold its number, so its size never changes. */
const bits = 10

/** The segment of a row. */
export const segmentOf = (seq: number): number => Math.floor(seq / 2 ** bits)

/** The same in SQL, for a number that an expression gives. */
export const segmentIn = (seq: string): string => `((${seq}) >> ${bits})`

/** A query for the numbers of all segments of a trail, which the expression `trail` names. */
export const segmentsOf = (trail: string): string => `
  with recursive segments (n) as (
    select 0 union all
    select n + 1 from segments
    where n < (select ${segmentIn('max(seq)')} from audit where practice_key = ${trail})
  )
  select n from segments`
