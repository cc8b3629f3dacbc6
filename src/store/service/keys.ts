import type { Act } from '../../domain/act.ts'
import type { LinkKey } from '../../domain/reminders/answer-link.ts'
import { appendAudit } from '../engine/chain/append.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { isHere } from '../engine/here.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { retiredAfter } from '../notices/notice-upkeep.ts'

/** What the keys are for. `visit` signs the links in reminders. */
export type Purpose = 'visit'

/** How many replaced keys of one purpose are kept. A check tries all of them. */
const mostReplaced = 32

/**
 * The random 256-bit keys that this installation signs with. The first of each purpose is made when it is needed, and
 * newer ones when the operator asks for them. Every answer is read from the database, so that a new key counts at
 * once in every process.
 */
export class Keys {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The newest key for one purpose. It is made at `now` when there is none. @throws DatabaseUnavailable. */
  async of(purpose: Purpose, now: number): Promise<Uint8Array> {
    return this.newest(purpose) ?? (await this.#makeFirst(purpose, now))
  }

  /** The newest key for one purpose. Undefined before the first one is made. */
  newest(purpose: Purpose): Uint8Array | undefined {
    return this.all(purpose)[0]?.key
  }

  /** All keys for one purpose, the newest first. */
  all(purpose: Purpose): LinkKey[] {
    return ofPurpose.all(this.#connection, purpose)
  }

  /**
   * Makes a new key for one purpose. The keys before it stay until 90 days after the last appointment that was ahead,
   * because patients unsubscribe by old mails as well. No more than 32 of them stay. Resolves with how many stay. `now` is the clock, which is read inside the
   * transaction: a notice that is planned before the new key is never dated after it.
   * @throws DatabaseUnavailable.
   */
  rotate(purpose: Purpose, act: Act, now: () => number): Promise<{ readonly olderKeys: number }> {
    return this.#writer.write((connection) => {
      const at = now()
      replace.run(connection, purpose, at)
      insert.run(connection, purpose, newKey(), at)
      removeUnneeded.run(connection, at - retiredAfter)
      removeOldest.run(connection, purpose, mostReplaced)
      const record = { kind: 'signingKey', id: purpose } as const
      appendAudit(connection, null, act, [{ kind: 'settings', record }], at)
      return { olderKeys: ofPurpose.all(connection, purpose).length - 1 }
    })
  }

  /** Deletes the replaced keys that no link needs any more. @throws DatabaseUnavailable. */
  async removeUnneeded(now: number): Promise<void> {
    const before = now - retiredAfter
    if (unneeded.get(this.#connection, before) === null) return
    await this.#writer.write((connection) => void removeUnneeded.run(connection, before))
  }

  /** Another process may make the key at the same moment. The first one stays. */
  #makeFirst(purpose: Purpose, now: number): Promise<Uint8Array> {
    return this.#writer.write((connection) => {
      insert.run(connection, purpose, newKey(), now)
      return ofPurpose.all(connection, purpose)[0]!.key
    })
  }
}

const newKey = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))

const ofPurpose = unscoped<[purpose: string], LinkKey>(
  'select key, replaced_at as replacedAt from signing_keys where purpose = ?1 order by id desc',
)

const insert = unscoped<[purpose: string, key: Uint8Array, now: number]>(
  'insert into signing_keys (purpose, key, created_at) values (?1, ?2, ?3) on conflict do nothing',
)

// The last start of each practice is one seek in the index on entries.
const replace = unscoped<[purpose: string, now: number]>(`
  update signing_keys
  set replaced_at = ?2, needed_until = coalesce(
    (select max((select max(start_at) from entries where practice_key = practices.key and start_at > ?2))
     from practices where ${isHere('practices.key')}), ?2)
  where purpose = ?1 and replaced_at is null`)

const unneeded = unscoped<[before: number], { id: number }>(
  'select id from signing_keys where needed_until <= ?1 limit 1',
)

const removeUnneeded = unscoped<[before: number]>('delete from signing_keys where needed_until <= ?1')

const removeOldest = unscoped<[purpose: string, most: number]>(`
  delete from signing_keys where purpose = ?1 and replaced_at is not null and id not in (
    select id from signing_keys where purpose = ?1 and replaced_at is not null order by id desc limit ?2)`)
