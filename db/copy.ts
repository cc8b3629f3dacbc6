import type { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Counts, inspect } from './inspect.ts'

/**
 * Writes a consistent copy of the whole database, reads it through, and only then gives it its name, in place of a
 * file that may be there; it is on disk when this returns. Others may go on writing.
 * @throws when the copy is not whole.
 */
export function copyTo(db: Database, path: string): Counts {
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

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
