/**
 * The stage of a practice's move between two cells. A cell is a server with its database, and stores its own stage. In
 * the cell that the practice leaves:
 * - `copies`: the records of the practice are copied, and everybody can go on working.
 * - `drains`: nobody writes any more. Deliveries that have begun may end.
 * - `frozen`: nothing of the practice is written. Reads are still answered.
 * - `left`: the practice is in the other cell. The practice's records here are hidden until they are removed.
 *
 * In the cell that the practice moves to:
 * - `arrives`: the records are copied in. Nobody sees the practice.
 * - `came`: the practice is in this cell.
 */
export type MoveStage = 'copies' | 'drains' | 'frozen' | 'left' | 'arrives' | 'came'

/** Whether a practice moves away from this cell, but is still in it. */
export const isLeaving = (move: { readonly stage: MoveStage } | null): boolean =>
  move !== null && ['copies', 'drains', 'frozen'].includes(move.stage)
