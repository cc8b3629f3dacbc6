import { type StoredId, storedId } from '../../../db/stored-id.ts'
import { keptFor } from '../../domain/retry.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'

/** How many answers one transaction removes. Each may be 1 MiB long. */
const removedAtOnce = 100

/** A credential for which answers are kept. */
export interface Keeper {
  readonly practiceKey: number
  readonly credentialId: StoredId
}

/** Removes the answers that were kept long enough (RULES §17). Each call is one short transaction. */
export class RetryUpkeep {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** Removes the oldest answers that are older than a day. Resolves with whether there may be more. */
  async removeOld(now: number): Promise<boolean> {
    const before = now - keptFor
    if (anyOld.get(this.#connection, before) === null) return false
    const removed = await this.#writer.write((connection) => removeOld.run(connection, before, removedAtOnce))
    return removed === removedAtOnce
  }

  /** The credential after `last`; null stands for the beginning. Returns null when no credential follows. */
  keeperAfter(last: Keeper | null): Keeper | null {
    const { practiceKey, credentialId } = last ?? beforeAll
    return nextKeeper.get(this.#connection, practiceKey, credentialId)
  }

  /**
   * Removes the oldest answers of a credential that has more than `most` answers. Resolves with whether there may be
   * more answers to remove.
   */
  async removeSurplus({ practiceKey, credentialId }: Keeper, most: number): Promise<boolean> {
    const last = surplus.get(this.#connection, practiceKey, credentialId, most)
    if (last === null) return false
    const removed = await this.#writer.write((connection) =>
      removeUpTo.run(connection, practiceKey, credentialId, last.createdAt, removedAtOnce),
    )
    return removed === removedAtOnce
  }
}

const anyOld = unscoped<[before: number], { found: number }>(
  `select 1 as found from retries where created_at <= ?1 and ${mayChange('practice_key')} limit 1`,
)
const removeOld = unscoped<[before: number, limit: number]>(`
  delete from retries where (practice_key, credential_id, key) in (
    select practice_key, credential_id, key from retries
    where created_at <= ?1 and ${mayChange('practice_key')} order by created_at limit ?2)`)

/** A position before the first credential. The keys of practices begin with 1. */
const beforeAll: Keeper = { practiceKey: 0, credentialId: storedId('') }
const nextKeeper = unscoped<[practiceKey: number, credentialId: StoredId], Keeper>(`
  select practice_key as practiceKey, credential_id as credentialId from retries
  where (practice_key, credential_id) > (?1, ?2) and ${mayChange('practice_key')} order by practice_key, credential_id limit 1`)

const own = 'practice_key = ?1 and credential_id = ?2'
const surplus = unscoped<[practiceKey: number, credentialId: StoredId, most: number], { createdAt: number }>(
  `select created_at as createdAt from retries where ${own} order by created_at desc limit 1 offset ?3`,
)
const removeUpTo = unscoped<[practiceKey: number, credentialId: StoredId, last: number, limit: number]>(`
  delete from retries where ${own} and key in (
    select key from retries where ${own} and created_at <= ?3 order by created_at limit ?4)`)
