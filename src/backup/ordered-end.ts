import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'

/** A file of this name says how an ordered stop has left the database and its log. */
const noteOf = (path: string): string => `${path}.ended`

/** What differs when somebody has written to the files, or has put others in their place. */
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
    // A full disk. The next start then reads the whole file.
  }
}

/** Whether the database and its log are as an ordered stop has left them. */
export const isAsLeft = (path: string): boolean =>
  existsSync(noteOf(path)) && readFileSync(noteOf(path), 'utf8') === picture(path)

/** From now on, a process writes to the files. */
export const forgetOrderedEnd = (path: string): void => rmSync(noteOf(path), { force: true })
