import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sync } from './whole-file.ts'

/**
 * The file with the key of the audit trail (RULES §14), when no setting gives the key. The file has 64 hexadecimal
 * digits and is beside the database. The key is not in the database. So somebody who has only the database cannot forge
 * a trail.
 */
export const auditKeyFile = (databasePath: string): string => `${databasePath}-audit-key`

/** The key in a text of 64 hexadecimal digits from a file or a setting; undefined for any other text. */
export const auditKeyIn = (text: string): Uint8Array | undefined =>
  /^[0-9a-fA-F]{64}$/.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : undefined

/** The text that `auditKeyIn` reads. */
export const auditKeyText = (key: Uint8Array): string => Buffer.from(key).toString('hex')

/** The key in the file beside the database; null when there is no file. @throws when the file contains no key. */
export function readAuditKey(databasePath: string): Uint8Array | null {
  const path = auditKeyFile(databasePath)
  if (!existsSync(path)) return null
  const key = auditKeyIn(readFileSync(path, 'utf8').trim())
  if (key === undefined)
    throw new Error(
      `the file ${path} must hold the 64 hexadecimal digits of the audit key: put the right file back`,
    )
  return key
}

/**
 * Writes a key beside the database, by default a new one, and returns the key that is there afterwards. When two
 * processes write at the same time, the first key stays.
 */
export function writeAuditKey(
  databasePath: string,
  key: Uint8Array = crypto.getRandomValues(new Uint8Array(32)),
): Uint8Array {
  const path = auditKeyFile(databasePath)
  const own = `${path}.${crypto.randomUUID()}`
  try {
    writeFileSync(own, `${auditKeyText(key)}\n`, { mode: 0o600 })
    sync(own)
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
  return readAuditKey(databasePath)!
}
