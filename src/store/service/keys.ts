import type { Act } from '../../domain/act.ts'
import type { LinkKey } from '../../domain/reminders/answer-link.ts'
import { appendAudit } from '../engine/chain/append.ts'
import type { ReadConnection } from '../engine/connection.ts'
import { isHere, mayChange } from '../engine/here.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { retiredAfter } from '../notices/notice-upkeep.ts'
import { addLinkKey } from '../practice/link-key.ts'

/** How many replaced keys of one practice are kept. A check tries all of them. */
const mostReplaced = 32

/**
 * The random 256-bit keys that sign the links in a practice's messages. The first key of a practice is made with the
 * practice. Newer keys are made when the operator asks for them. Each call reads the database, so that every process
 * uses a new key at once.
 */
export class Keys {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The newest key of a practice. A practice of an older file has no key before `makeMissing`. */
  newest(practiceId: string): Uint8Array {
    return newestOf.get(this.#connection, this.#connection.practices.keyOf(practiceId))!.key
  }

  /**
   * All keys that may have signed links of a practice. The practice's own keys come first. The keys that the
   * installation had for all practices follow. These shared keys are valid for 90 days after the practices got keys of
   * their own. `now` is in epoch milliseconds.
   */
  all(practiceId: string, now: number): LinkKey[] {
    return allOf.all(this.#connection, this.#connection.practices.keyOf(practiceId), now - retiredAfter)
  }

  /**
   * Makes a new key for a practice. Older keys stay until 90 days after the last appointment that was ahead, because
   * patients also unsubscribe with links in old mails. At most 32 older keys stay. Resolves with their number. `now` is
   * the clock, which is read inside the transaction. So a notice that was planned before the new key is never dated
   * after it.
   * @throws DatabaseUnavailable.
   */
  rotate(practiceId: string, act: Act, now: () => number): Promise<{ readonly olderKeys: number }> {
    return this.#writer.write((connection) => {
      const at = now()
      const practiceKey = connection.practices.keyOf(practiceId)
      replace.run(connection, practiceKey, at)
      addLinkKey(connection, practiceKey, at)
      removeUnneeded.run(connection, at - retiredAfter)
      removeOldest.run(connection, practiceKey, mostReplaced)
      const record = { kind: 'signingKey', id: 'visit' } as const
      appendAudit(connection, practiceId, act, [{ kind: 'settings', record }], at)
      return { olderKeys: replacedOf.get(connection, practiceKey)!.count }
    })
  }

  /**
   * Gives each practice of an older file a key. From then on, the keys of the installation sign nothing, and stay valid
   * for 90 days. `now` is in epoch milliseconds. @throws DatabaseUnavailable.
   */
  async makeMissing(now: number): Promise<void> {
    // A rotation also gives a practice a key, and may run before this.
    const isDone = sharedSigns.get(this.#connection) === null
    if (isDone && withoutKey.get(this.#connection) === null) return
    await this.#writer.write((connection): void => {
      for (const { practiceKey } of withoutKey.all(connection)) addLinkKey(connection, practiceKey, now)
      replaceShared.run(connection, now)
    })
  }

  /** Deletes the replaced keys that no link needs any more. @throws DatabaseUnavailable. */
  async removeUnneeded(now: number): Promise<void> {
    const before = now - retiredAfter
    if (unneeded.get(this.#connection, before) === null) return
    await this.#writer.write((connection): void => {
      removeUnneeded.run(connection, before)
      removeShared.run(connection, before)
    })
  }
}

const newestOf = unscoped<[practiceKey: number], { key: Uint8Array }>(
  'select key from link_keys where practice_key = ?1 and replaced_at is null',
)

const allOf = unscoped<[practiceKey: number, before: number], LinkKey>(`
  select key, replacedAt from (
    select key, replaced_at as replacedAt, created_at as createdAt, 1 as isOwn from link_keys where practice_key = ?1
    union all
    select key, replaced_at, id, 0 from signing_keys where needed_until is null or needed_until > ?2)
  order by isOwn desc, replacedAt is not null, createdAt desc`)

const replacedOf = unscoped<[practiceKey: number], { count: number }>(
  'select count(*) as count from link_keys where practice_key = ?1 and replaced_at is not null',
)

const withoutKey = unscoped<[], { practiceKey: number }>(`
  select key as practiceKey from practices
  where not exists (select 1 from link_keys where practice_key = practices.key and replaced_at is null)
    and ${isHere('key')}`)

// One search in the index on entries finds the last start.
const replace = unscoped<[practiceKey: number, now: number]>(`
  update link_keys
  set replaced_at = ?2, needed_until = coalesce(
    (select max(start_at) from entries where practice_key = ?1 and start_at > ?2), ?2)
  where practice_key = ?1 and replaced_at is null`)

const replaceShared = unscoped<[now: number]>(
  'update signing_keys set replaced_at = coalesce(replaced_at, ?1), needed_until = ?1 where needed_until is null or needed_until > ?1',
)

const sharedSigns = unscoped<[], { 1: number }>(
  'select 1 from signing_keys where needed_until is null limit 1',
)

const unneeded = unscoped<[before: number], { 1: number }>(`
  select 1 from link_keys where needed_until <= ?1 and ${mayChange('practice_key')}
  union all select 1 from signing_keys where needed_until <= ?1 limit 1`)

const removeUnneeded = unscoped<[before: number]>(
  `delete from link_keys where needed_until <= ?1 and ${mayChange('practice_key')}`,
)
const removeShared = unscoped<[before: number]>('delete from signing_keys where needed_until <= ?1')

const removeOldest = unscoped<[practiceKey: number, most: number]>(`
  delete from link_keys where practice_key = ?1 and replaced_at is not null and id not in (
    select id from link_keys where practice_key = ?1 and replaced_at is not null
    order by replaced_at desc, created_at desc, id desc limit ?2)`)
