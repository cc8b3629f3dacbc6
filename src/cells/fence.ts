/**
 * The practices of its database that a cell may serve: those that the directory gives the cell, with the same
 * generation.
 */
import type { HeldPractice } from '../store/transfer/moving.ts'
import type { Picture } from './picture.ts'
import type { Placement } from './placement.ts'

/**
 * Whether the cell serves the practice of this placement. While a practice moves, the cell that it leaves still serves
 * it.
 */
export const isAt = (placement: Placement, cell: string): boolean =>
  placement.cell === cell && placement.state !== 'gone'

/**
 * The practices of the database that this cell must not serve, each with the cell that serves it. Null means that no
 * cell is known: the directory does not know the practice, or the database holds its state from before a move.
 */
export function elsewhereOf(
  held: readonly HeldPractice[],
  picture: Pick<Picture, 'find'>,
  cell: string,
): Map<string, string | null> {
  const elsewhere = new Map<string, string | null>()
  for (const { practiceId, generation } of held) {
    const placement = picture.find(practiceId)
    if (placement !== null && isAt(placement, cell) && placement.generation === generation) continue
    const other = placement !== null && placement.state !== 'gone' && placement.cell !== cell
    elsewhere.set(practiceId, other ? placement.cell : null)
  }
  return elsewhere
}
