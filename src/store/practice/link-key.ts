/** The random 256-bit keys that sign the links in the messages of a practice. */
import { type StoredId, storedId } from '../../../db/stored-id.ts'
import { newId } from '../../domain/id.ts'
import type { WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'

/** A new key. It signs from `createdAt` on, in epoch milliseconds. */
export const newLinkKey = (createdAt: number) => ({
  id: newId(createdAt),
  key: Buffer.from(crypto.getRandomValues(new Uint8Array(32))),
  createdAt,
  replacedAt: null,
  neededUntil: null,
})

/** Gives a practice a key, unless it has a key that signs. `now` is in epoch milliseconds. */
export function addLinkKey(connection: WriteConnection, practiceKey: number, now: number): void {
  const { id, key } = newLinkKey(now)
  insert.run(connection, practiceKey, storedId(id), key, now)
}

const insert = unscoped<[practiceKey: number, id: StoredId, key: Uint8Array, now: number]>(`
  insert into link_keys (practice_key, id, key, created_at) values (?1, ?2, ?3, ?4) on conflict do nothing`)
