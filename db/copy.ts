import type { Database } from 'bun:sqlite'
import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Counts, countRows, inspect } from './inspect.ts'

/**
 * Writes a consistent copy of the whole database, reads it through, and only then gives it its name, in place of a
 * file that may be there; it is on disk when this returns. Others may go on writing.
 * @throws when the copy is not whole or lacks rows.
 */
export function copyTo(db: Database, path: string): Counts {
  const unfinished = `${path}.unfinished`
  rmSync(unfinished, { force: true })
  try {
    const before = countRows(db)
    db.run('VACUUM INTO ?', [unfinished])
    const { counts: copied } = inspect(unfinished)
    requireAmong(copied, before, countRows(db))
    sync(unfinished)
    renameSync(unfinished, path)
    sync(dirname(path))
    return copied
  } catch (error) {
    rmSync(unfinished, { force: true })
    throw error
  }
}

/**
 * Each count must lie between those before and after the copy was made: they differ only where others wrote.
 * @throws with the name of the table whose count does not.
 */
export function requireAmong(copied: Counts, before: Counts, after: Counts): void {
  for (const table of Object.keys(before)) {
    const [copy = 0, one = 0, other = 0] = [copied[table], before[table], after[table]]
    if (copy < Math.min(one, other) || copy > Math.max(one, other))
      throw new Error(
        `the copy has ${copy} rows in ${table} where there were ${one}, and ${other} afterwards`,
      )
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
