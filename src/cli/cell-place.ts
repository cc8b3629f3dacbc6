import type { CellAt } from '../cells/places.ts'
import type { Config } from '../config.ts'
import { UsageError } from './command.ts'

type Places = typeof import('../cells/places.ts')

/**
 * Does `work` in the directory where this server is a cell, and answers its result. Elsewhere it answers `alone`.
 * @throws UsageError where the directory refuses; BackupError where the store does not answer.
 */
export async function inDirectory<T>(
  { cells }: Config,
  alone: T,
  work: (cell: CellAt, places: Places, alone: T) => Promise<T>,
): Promise<T> {
  if (cells?.name === undefined) return alone
  const [places, { DirectoryChanged }, { Unusable }] = await Promise.all([
    import('../cells/places.ts'),
    import('../cells/directory.ts'),
    import('../cells/shard.ts'),
  ])
  try {
    return await work({ store: cells.store, name: cells.name }, places, alone)
  } catch (error) {
    if ([places.NoPlace, DirectoryChanged, Unusable].some((kind) => error instanceof kind))
      throw new UsageError((error as Error).message)
    throw error
  }
}
