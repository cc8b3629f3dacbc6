import type { CellSize } from '../domain/cell-size.ts'

/** What a server knows about itself as a cell, that is, one of several servers. */
export interface CellState extends CellSize {
  readonly name: string
  /**
   * The practices in the database that this cell does not serve, each with the cell that serves it. Null when no cell
   * does.
   */
  readonly elsewhere: readonly (readonly [practiceId: string, cell: string | null])[]
  /** How long ago this cell read the directory of the cells, in milliseconds. */
  readonly lookedMs: number
  /** The objects of the directory that cannot be used, with the reason of each. */
  readonly unusable: readonly string[]
  /** Whether this cell's copy of the directory may be wrong: it is old, or a part of it cannot be used. */
  readonly uncertain: boolean
}
