/**
 * How far the move of a practice between two cells is, in the cell's own database. A cell is a server with its database.
 * In the cell that the practice leaves:
 * - `copies`: its records are copied, and everybody works on.
 * - `drains`: nobody writes any more. Deliveries that have begun may end.
 * - `frozen`: nothing of it is written. Reads go on.
 * - `left`: it lives elsewhere. Nobody sees what is left of it here, until that is removed.
 *
 * In the cell that it comes to:
 * - `arrives`: its records come in, and nobody sees it.
 * - `came`: it lives here.
 */
export type MoveStage = 'copies' | 'drains' | 'frozen' | 'left' | 'arrives' | 'came'

/** Whether a practice moves away from this cell, and still lives here. */
export const isLeaving = (move: { readonly stage: MoveStage } | null): boolean =>
  move !== null && ['copies', 'drains', 'frozen'].includes(move.stage)
