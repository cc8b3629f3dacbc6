import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

/** The path of the file with the heads of the audit trail. A head is the number and the MAC of a trail's last row. */
export const headsFile = (databasePath: string): string => `${databasePath}-trail.json`

/**
 * A file of this name shows that the database was taken back in time. The file holds the heads from before. The file
 * is empty when there were no heads on the disk.
 */
export const headsOfBefore = (databasePath: string): string => `${databasePath}-trail.json.went-back`

/** The names of the objects in the store, beside the claim on the backup. */
export const keyObject = 'audit-key'
export const headsObject = 'trail.json'

/** The text of a file. Null when the file does not exist. */
export const textIn = (path: string): string | null => (existsSync(path) ? readFileSync(path, 'utf8') : null)

/**
 * Renames the file of the heads, when a start decides for another state of the database. The old heads may be ahead of
 * that state.
 */
export function setHeadsAside(databasePath: string): void {
  const [file, aside] = [headsFile(databasePath), headsOfBefore(databasePath)]
  if (existsSync(file)) renameSync(file, aside)
  else if (!existsSync(aside)) writeFileSync(aside, '', { mode: 0o600 })
}
