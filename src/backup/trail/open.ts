import { TrailKey } from '../../store/engine/chain/chain.ts'
import { Trail } from '../../store/engine/chain/trail.ts'
import type { Say } from '../litestream.ts'
import { readLocal } from './heads.ts'
import { auditKeyOf, type KeyPlace } from './key.ts'
import { requireSameKey } from './verify.ts'

/**
 * The key and the clock with which a command writes the audit trail. The command needs the key of the server.
 * @throws BackupError when this command has another key than the server.
 */
export async function trailOf(
  place: KeyPlace,
  say: Say,
): Promise<{ trail: Trail; secret: Uint8Array; key: TrailKey }> {
  const secret = await auditKeyOf(place, say)
  const key = new TrailKey(secret)
  const known = readLocal(place.databasePath, key)
  requireSameKey(known === null ? [] : [known.outside], key)
  return { trail: new Trail(() => secret, Date.now), secret, key }
}
