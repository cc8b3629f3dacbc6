import { existsSync } from 'node:fs'
import { auditKeyFile, auditKeyIn, auditKeyText, readAuditKey, writeAuditKey } from '../../../db/audit-key.ts'
import type { Config } from '../../config.ts'
import { BackupError, type Say } from '../litestream.ts'
import { objectIn } from '../owner/place.ts'
import { overwrite } from '../owner/small-object.ts'
import { keyObject } from './files.ts'

export type KeyPlace = Pick<Config, 'auditKey' | 'databasePath' | 'replica'>

/**
 * The key of the audit trail. The key is read from the setting, or else from the file beside the database, or else
 * from the copy in the object store.
 * @throws BackupError when there is no key, or when the file does not hold a key.
 */
export async function requireAuditKey(place: KeyPlace, say: Say): Promise<Uint8Array> {
  const key = place.auditKey ?? readHere(place.databasePath) ?? (await copyIn(place, say))
  if (key !== null) return key
  throw new BackupError(
    'the key of the audit trail is missing: set AUDIT_KEY, or put the file with the key back beside the database. Without it, start the service: it begins a new part of the trail',
  )
}

/**
 * Like `requireAuditKey`, but a file that was lost with its disk is written again. If there is no key at all, a new
 * key is made.
 */
export async function auditKeyOf(place: KeyPlace, say: Say): Promise<Uint8Array> {
  const { auditKey, databasePath } = place
  const known = auditKey ?? readHere(databasePath)
  if (known !== null) return known
  const copy = await copyIn(place, say)
  if (copy) say('the key of the audit trail was read from the object store')
  return writeAuditKey(databasePath, copy ?? undefined)
}

/** Writes the file of the key again when somebody has deleted it while a server runs. `AUDIT_KEY` needs no file. */
export function keepKeyFile({ auditKey, databasePath }: KeyPlace, key: Uint8Array, say: Say): void {
  if (auditKey !== undefined || existsSync(auditKeyFile(databasePath))) return
  try {
    writeAuditKey(databasePath, key)
    say('the file of the key of the audit trail was gone, and is written again: find out who deleted it')
  } catch (error) {
    say(`the file of the key of the audit trail is gone: ${(error as Error).message}`)
  }
}

/**
 * Puts a copy of the key into the object store, unless the key is a setting. A copy of another key stays, because it
 * may be the only copy of that key.
 */
export async function keepKeyCopy(place: KeyPlace, key: Uint8Array, say: Say): Promise<void> {
  const object = place.replica && objectIn(place.replica, keyObject)
  if (place.auditKey !== undefined || !object) return
  try {
    const found = await object.read()
    const text = `${auditKeyText(key)}\n`
    if (found === null) await overwrite(object, text)
    else if (found.text.trim() !== text.trim())
      say(
        `the object ${keyObject} in the object store holds another key of the audit trail than the file beside the database. Look which one is right, and remove the other`,
      )
  } catch (error) {
    say(`the key of the audit trail could not be copied to the object store: ${(error as Error).message}`)
  }
}

function readHere(databasePath: string): Uint8Array | null {
  try {
    return readAuditKey(databasePath)
  } catch (error) {
    throw new BackupError((error as Error).message)
  }
}

async function copyIn({ replica }: KeyPlace, say: Say): Promise<Uint8Array | null> {
  const object = replica && objectIn(replica, keyObject)
  if (!object) return null
  try {
    const found = await object.read()
    return found === null ? null : (auditKeyIn(found.text.trim()) ?? null)
  } catch (error) {
    say(`the key of the audit trail could not be looked for in the object store: ${(error as Error).message}`)
    return null
  }
}
