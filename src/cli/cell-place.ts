import type { CellAt } from '../cells/places.ts'
import type { Config } from '../config.ts'
import { UsageError } from './command.ts'

type Places = typeof import('../cells/places.ts')

/**
 * If this server is a cell, calls `work` to read or change the directory, and returns its result. Otherwise returns
 * `alone`.
 * @throws UsageError when the directory refuses; BackupError when the store does not answer.
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
