import type { Database } from 'bun:sqlite'
import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { inspect, type RowCounts } from './inspect.ts'
import { sync } from './whole-file.ts'

/**
 * Writes a consistent copy of the whole database and checks it. After the check, the copy gets its name and replaces a
 * file of that name. The copy is on disk when this returns. Other connections may write meanwhile. Returns how many
 * rows each table has.
 * @throws when the copy is damaged.
 */
export function copyTo(db: Database, path: string): RowCounts {
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    db.run('VACUUM INTO ?', [unfinished])
    const { counts } = inspect(unfinished)
    sync(unfinished)
    renameSync(unfinished, path)
    sync(dirname(path))
    return counts
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}
