import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'

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

/** Keeps the heads aside while another state takes the place of the database. The old ones are ahead of it. */
export function setHeadsAside(databasePath: string): void {
  const [file, aside] = [headsFile(databasePath), headsOfBefore(databasePath)]
  if (existsSync(file)) renameSync(file, aside)
  else if (!existsSync(aside)) writeFileSync(aside, '', { mode: 0o600 })
}
