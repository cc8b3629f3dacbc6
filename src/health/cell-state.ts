import type { CellSize } from '../domain/cell-size.ts'

/** What a server knows of itself as one of several cells. */
export interface CellState extends CellSize {
  readonly name: string
  /** The practices in its database that it does not serve, each with the cell that does. Null stands for no cell. */
  readonly elsewhere: readonly (readonly [practiceId: string, cell: string | null])[]
  /** How long ago it looked at the directory, in milliseconds. */
  readonly lookedMs: number
  /** The objects of the directory that cannot be used, with the reason of each. */
  readonly unusable: readonly string[]
  /** Whether what it knows of the directory may be wrong: it is old, or a part of it cannot be used. */
  readonly uncertain: boolean
}
