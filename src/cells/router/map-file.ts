import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { isCellName } from '../placement.ts'

/**
 * Reads the file of the map, which HAProxy loads when it starts. The result is empty when there is no file yet. Lines
 * of another form are left out.
 */
export function readMap(path: string): Map<string, string> {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const entries = text.split('\n').map((line) => line.split(' '))
  return new Map(
    entries.filter(([, cell, more]) => isCellName(cell ?? '') && more === undefined) as [string, string][],
  )
}

/** Replaces the file of the map in one step. HAProxy reads the file when it starts. */
export function writeMap(path: string, entries: ReadonlyMap<string, string>): void {
  const lines = [...entries].map(([host, cell]) => `${host} ${cell}\n`)
  const next = `${path}.next`
  const file = openSync(next, 'w', 0o644)
  try {
    writeFileSync(file, lines.join(''))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(next, path)
}
