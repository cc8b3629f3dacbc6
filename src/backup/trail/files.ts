import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** The heads of the audit trail, outside the database. */
export const headsFile = (databasePath: string): string => `${databasePath}-trail.json`

/**
 * A file of this name says that the database was taken back in time. It holds the heads from before, and nothing where
 * there were none on the disk.
 */
export const headsOfBefore = (databasePath: string): string => `${databasePath}-trail.json.went-back`

/** The names of the objects in the store, beside the claim on the backup. */
export const keyObject = 'audit-key'
export const headsObject = 'trail.json'

/** What a file holds; null when there is none. */
export const textIn = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/** Replaces a file at once. It is on the disk when this returns, and only its owner can read it. */
export function replaceFile(path: string, text: string): void {
  const own = `${path}.${crypto.randomUUID()}`
  try {
    writeFileSync(own, text, { mode: 0o600 })
    sync(own)
    renameSync(own, path)
    sync(dirname(path))
  } finally {
    rmSync(own, { force: true })
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

/** Keeps the heads aside while another state takes the place of the database. The old ones are ahead of it. */
export function setHeadsAside(databasePath: string): void {
  const [file, aside] = [headsFile(databasePath), headsOfBefore(databasePath)]
  if (existsSync(file)) renameSync(file, aside)
  else if (!existsSync(aside)) writeFileSync(aside, '', { mode: 0o600 })
}
