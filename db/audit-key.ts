import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { sync } from './whole-file.ts'

/**
 * The key of the audit trail (RULES §14), where no setting gives it: 64 hexadecimal digits in a file beside the
 * database. It is not in the database, so that who has only the database cannot write a trail of their own.
 */
export const auditKeyFile = (databasePath: string): string => `${databasePath}-audit-key`

/** A key in 64 hexadecimal digits, as a file and a setting hold it; undefined for any other text. */
export const auditKeyIn = (text: string): Uint8Array | undefined =>
  /^[0-9a-fA-F]{64}$/.test(text) ? Uint8Array.from(Buffer.from(text, 'hex')) : undefined

/** The text that `auditKeyIn` reads. */
export const auditKeyText = (key: Uint8Array): string => Buffer.from(key).toString('hex')

/** The key in the file beside the database; null when there is no file. @throws when the file holds something else. */
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
 * Writes a key beside the database, by default a new one, and answers the key that is there afterwards. Where two
 * processes write at the same time, the first one wins.
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
