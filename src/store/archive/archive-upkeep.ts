import { archiveCodes, namesOf } from '../../../db/codes.ts'
import { archive } from '../../../db/schema/archive.ts'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import { bookkeepingAct, serviceAct } from '../../domain/act.ts'
import { keptUntil } from '../../domain/archive.ts'
import type { Connection, ReadConnection, WriteConnection } from '../engine/connection.ts'
import { mayChange } from '../engine/here.ts'
import { isNotAside, noneAside, onPractice } from '../engine/practice-fault.ts'
import { Scope, withWriteScope } from '../engine/scope.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'
import { findPractice, type PracticeRow } from '../practice/practice.ts'
import { keepingOf } from './archive.ts'

/** How many items one call of `review` looks at. One transaction changes at most this number of items. */
const itemsAtOnce = 200
/** How many rows of items a transaction removes at most. A row may hold 100,000 characters. */
const rowsAtOnce = 20

/** A position among the items of all practices. */
export type ArchivePosition = readonly [practiceKey: number, id: string]

/**
 * Removes deleted records that were kept long enough, in small steps. Each call is one short transaction. An item that
 * is due is marked first, and nobody finds a marked item. Then its rows are removed. So a crash in between leaves no
 * half of a record that somebody could bring back.
 */
export class ArchiveUpkeep {
  readonly #connection: ReadConnection
  readonly #writer: Writer
  /**
   * The key of the practice whose rows were removed last. The next practice with a marked item follows. After the last
   * practice, the first one follows.
   */
  #turn = 0

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /**
   * Looks at the next items behind `after`. Each item gets the time until which its practice now wants to keep it.
   * Items that are past this time are marked. Practices that are set aside are skipped. Resolves with the position of
   * the last item that was looked at, or with null at the end. @throws PracticeFault.
   */
  async review(
    after: ArchivePosition | null,
    now: number,
    aside = noneAside,
  ): Promise<ArchivePosition | null> {
    const last = this.#page(this.#connection, after, aside).at(-1)
    const changes = (connection: Connection, practiceOf: PracticeOf) =>
      this.#changes(connection, practiceOf, after, now, aside)
    const committed: PracticeOf = (id) => findPractice(Scope.of(this.#connection, id))
    if (changes(this.#connection, committed).length > 0)
      await this.#writer.write((connection) => {
        const own: PracticeOf = (id) => withWriteScope(connection, id, reviewing, findPractice)
        for (const [keepUntil, practiceKey, id] of changes(connection, own))
          setKeepUntil.run(connection, keepUntil, practiceKey, id)
      })
    return last === undefined ? null : [last.practiceKey, idOf(last.id)]
  }

  /**
   * Removes the next rows of marked items. Practices take turns, and practices that are set aside are skipped. Resolves
   * with false when no item is marked any more. @throws PracticeFault.
   */
  removeNext(aside = noneAside): Promise<boolean> {
    if (this.#nextMarked(this.#connection, aside) === null) return Promise.resolve(false)
    return this.#writer.write((connection): boolean => {
      let room = rowsAtOnce
      while (room > 0) {
        const item = this.#nextMarked(connection, aside)
        if (item === null) return false
        room -= onPractice(connection, item.practiceKey, () => this.#removeSome(connection, item, room))
      }
      return true
    })
  }

  /**
   * Removes at most `most` rows of an item, and the item itself with its last row. Returns how many rows, at least 1.
   */
  #removeSome(
    connection: WriteConnection,
    { practiceKey, id, kind, recordId, patientId }: Marked,
    most: number,
  ): number {
    this.#turn = practiceKey
    const removed = removeRows.run(connection, practiceKey, id, most)
    if (removed === most) return removed
    const practiceId = connection.practices.idOf(practiceKey)
    withWriteScope(connection, practiceId, serviceAct('removeDeleted'), (tx) => {
      tx.remove(archive, idOf(id))
      tx.record({
        kind: 'write',
        record: { kind: 'archive', id: idOf(id) },
        patientId: patientId && idOf(patientId),
        detail: { kind: kinds[kind]!, recordId: idOf(recordId) },
      })
    })
    return Math.max(removed, 1)
  }

  #page(connection: Connection, after: ArchivePosition | null, aside: string): Item[] {
    const [practiceKey, id] = after ?? [0, '']
    return items.all(connection, practiceKey, storedId(id), itemsAtOnce, aside)
  }

  #nextMarked(connection: Connection, aside: string): Marked | null {
    return marked.get(connection, this.#turn, aside) ?? marked.get(connection, 0, aside)
  }

  #changes(
    connection: Connection,
    practiceOf: PracticeOf,
    after: ArchivePosition | null,
    now: number,
    aside: string,
  ): [keepUntil: number, practiceKey: number, StoredId][] {
    const keepings = new Map<number, ReturnType<typeof keepingOf>>()
    return this.#page(connection, after, aside).flatMap(({ practiceKey, id, kind, deletedAt, keepUntil }) => {
      const until = onPractice(connection, practiceKey, () => {
        const keeping =
          keepings.get(practiceKey) ?? keepingOf(practiceOf(connection.practices.idOf(practiceKey))!)
        keepings.set(practiceKey, keeping)
        return keptUntil(kinds[kind]!, deletedAt, keeping)
      })
      const wanted = until <= now ? 0 : until
      return keepUntil === 0 || wanted === keepUntil ? [] : [[wanted, practiceKey, id]]
    })
  }
}

type PracticeOf = (practiceId: string) => PracticeRow | null
const reviewing = bookkeepingAct('reviewDeleted')

const kinds = namesOf(archiveCodes)

interface Item {
  readonly practiceKey: number
  readonly id: StoredId
  readonly kind: number
  readonly deletedAt: number
  readonly keepUntil: number
}

const items = unscoped<[practiceKey: number, id: StoredId, limit: number, aside: string], Item>(`
  select practice_key as practiceKey, id, kind, deleted_at as deletedAt, keep_until as keepUntil from archive
  where (practice_key, id) > (?1, ?2) and ${isNotAside('practice_key', '?4')}
    and ${mayChange('practice_key')}
  order by practice_key, id limit ?3`)

const setKeepUntil = unscoped<[keepUntil: number, practiceKey: number, id: StoredId]>(
  'update archive set keep_until = ?1 where practice_key = ?2 and id = ?3 and keep_until > 0',
)

interface Marked {
  readonly practiceKey: number
  readonly id: StoredId
  readonly kind: number
  readonly recordId: StoredId
  readonly patientId: StoredId | null
}

const marked = unscoped<[after: number, aside: string], Marked>(`
  select practice_key as practiceKey, id, kind, record_id as recordId, patient_id as patientId from archive
  where keep_until = 0 and practice_key > ?1 and ${isNotAside('practice_key', '?2')}
    and ${mayChange('practice_key')}
  order by practice_key, id limit 1`)

const removeRows = unscoped<[practiceKey: number, archiveId: StoredId, most: number]>(`
  delete from archive_rows where practice_key = ?1 and archive_id = ?2 and position in (
    select position from archive_rows where practice_key = ?1 and archive_id = ?2 order by position limit ?3)`)
