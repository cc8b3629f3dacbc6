/** What one can do on the board, by pointer and by key. The board hands in its columns and spreads the handlers. */
import type { VNode } from 'preact'
import type { Column } from '../column.ts'

/** Handlers for the element that holds all columns. Columns carry `data-column`, entries `data-entry`. */
export function surfaceHandlers(_columns: () => readonly Column[]) {
  return {}
}

/** What is being dragged, moved or booked on a column now, drawn above its entries. */
export const Ghosts = (_: { readonly column: Column }): VNode | null => null
