import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** A file of this name describes the database and its log as an ordered stop has left them. */
const noteOf = (path: string): string => `${path}.ended`

/** A text about the database and its log. The text changes when somebody writes to these files or replaces them. */
function picture(path: string): string {
  const files = [path, `${path}-wal`].map((file) => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false })
    return found === undefined ? 'none' : [found.ino, found.size, found.mtimeNs].join(' ')
  })
  return files.join('\n')
}

/** Notes an ordered stop. Nobody may have the files open any more. */
export function noteOrderedEnd(path: string): void {
  try {
    writeFileSync(noteOf(path), picture(path), { mode: 0o600 })
  } catch {
    // The disk is full. The next start then reads the whole database.
  }
}

/** Whether the database and its log are as an ordered stop has left them. */
export const isAsLeft = (path: string): boolean =>
  existsSync(noteOf(path)) && readFileSync(noteOf(path), 'utf8') === picture(path)

/** Removes the note, because a process writes to the files from now on. */
export const forgetOrderedEnd = (path: string): void => rmSync(noteOf(path), { force: true })
