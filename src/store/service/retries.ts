import { and, type SQL, sql } from 'drizzle-orm'
import { retries } from '../../../db/schema/retries.ts'
import { idOf, type StoredId } from '../../../db/stored-id.ts'
import { serviceAct } from '../../domain/act.ts'
import {
  type KeptAnswer,
  type KeptRequest,
  keptFor,
  Repeated,
  type Retry,
  shownNoLonger,
} from '../../domain/retry.ts'
import type { ReadConnection, WriteConnection } from '../engine/connection.ts'
import { Scope, type WriteScope, withWriteScope } from '../engine/scope.ts'
import { equals, remove, select, update } from '../engine/statement.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { NoPromise, Writer } from '../engine/writer.ts'

const ofKey = and(equals(retries.credentialId, 'whereCredentialId'), equals(retries.key, 'whereKey'))!
const byKey = select({
  fields: {
    digest: retries.digest,
    requestId: retries.requestId,
    status: retries.status,
    answer: retries.answer,
    createdAt: retries.createdAt,
  },
  from: retries,
  where: ofKey,
})
const fill = update(retries, ['status', 'answer'], ofKey)
const forget = remove(retries, ofKey)

/** The status of a row without an answer. The answer is not known yet, or was removed. */
const pending = 0

const emptied = (status: number) => ({ status: sql.raw(String(status)), answer: sql`x''` })

/** Removes the kept answers of these requests, because they show a person who is erased. */
export const forgetAnswersOf = (requests: SQL) =>
  update(retries, [], sql`${retries.requestId} in (${requests})`, emptied(shownNoLonger))

/**
 * Removes every other kept answer of the practice, and keeps the keys. Answers are encrypted, so the service cannot
 * know whether they show the erased person. A repeated request is not carried out again, and gets the answer 409.
 */
export const emptyAnswers = update(
  retries,
  [],
  sql`${retries.status} <> ${sql.raw(String(shownNoLonger))}`,
  emptied(pending),
)

/** The act of a write that only stores an answer. This write changes no record, so the audit trail gets no row. */
const keeping = { ...serviceAct('keepAnswer'), bookkeeping: true as const }

/** The answers to writes that came with an `Idempotency-Key` (RULES §17). */
export class Retries {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The request and the answer that are kept under the key of this request; null when there is none. */
  find(retry: Retry): KeptRequest | null {
    return findKept(Scope.of(this.#connection, retry.practiceId), retry)
  }

  /** Whether at least one of these ids belongs to no record of the practice any more. */
  lacksAny({ practiceId }: Retry, ids: readonly string[]): boolean {
    const lacking = anyLacking.get(
      this.#connection,
      this.#connection.practices.keyOf(practiceId),
      stored(ids),
    )
    return lacking !== null
  }

  /** Returns those of the ids that belong to patients of the practice. */
  patientsAmong({ practiceId }: Retry, ids: readonly string[]): string[] {
    return patientsIn
      .all(this.#connection, this.#connection.practices.keyOf(practiceId), stored(ids))
      .map(({ id }) => id)
  }

  /**
   * Keeps an answer that the write itself could not keep, because the answer became known later.
   * @throws Repeated when another process answered a request with the key meanwhile; DatabaseUnavailable.
   */
  keep(retry: Retry, answer: KeptAnswer): Promise<void> {
    return this.#writer.write(
      (connection) =>
        withWriteScope(connection, retry.practiceId, keeping, (tx) => {
          const kept = findKept(tx, retry)
          if (kept === null) insertKept(tx, retry, answer)
          else if (kept.requestId !== retry.requestId) throw new Repeated(kept)
          else tx.run(fill, { ...whereKey(retry), ...answer })
        }),
      retry,
    )
  }
}

/**
 * Carries out a write whose request may be repeated. The caller has opened the transaction of the write. The answer is
 * kept in the same transaction.
 * @throws Repeated when the write was carried out before.
 */
export function once<T>(connection: WriteConnection, retry: Retry, write: () => NoPromise<T>): NoPromise<T> {
  const own = <R>(fn: (tx: WriteScope) => R) => withWriteScope(connection, retry.practiceId, keeping, fn)
  retry.isTaken = true
  own((tx) => {
    const kept = findKept(tx, retry)
    if (kept !== null) throw new Repeated(kept)
  })
  const result = write()
  own((tx) => {
    answering.set(retry, tx)
    insertKept(tx, retry, retry.answerTo(result))
  })
  answering.delete(retry)
  return result
}

/** The scopes of the writes whose answer is being made. The answer must read what its write has changed. */
const answering = new WeakMap<Retry, Scope>()

/** The scope in which the answer to this request is being made; undefined at any other time. */
export const scopeOfAnswer = (retry: Retry | undefined): Scope | undefined => retry && answering.get(retry)

function findKept(scope: Scope, retry: Retry): KeptRequest | null {
  const row = scope.get(byKey, whereKey(retry))
  if (row === null || row.createdAt <= retry.at - keptFor) return null
  const { requestId, status } = row
  // SQLite returns plain arrays of bytes.
  const [digest, answer] = [Buffer.from(row.digest), Buffer.from(row.answer)]
  return { digest, requestId, done: status === pending ? null : { status, answer } }
}

function insertKept(tx: WriteScope, retry: Retry, done: KeptAnswer | null): void {
  const { credentialId, key, digest, requestId, at } = retry
  // A key may be used again after a day, and its old row may still be there.
  tx.run(forget, whereKey(retry))
  const { status, answer } = done ?? { status: pending, answer: Buffer.alloc(0) }
  tx.insert(retries, { credentialId, key, digest, requestId, status, answer, createdAt: at })
}

/** Every table with records that an answer to a write can show. */
const shownTables = [
  'patients',
  'notes',
  'entries',
  'cancellations',
  'tags',
  'chairs',
  'closures',
  'absences',
  'appointment_types',
  'webhooks',
  'imports',
  'waiting_list',
  'users',
  'passkeys',
  'api_tokens',
  'calendar_feeds',
  'sessions',
  'reminder_jobs',
  'inbox_marks',
  'inbox_calls',
  'day_notes',
  'recall_contacts',
  'archive',
]

/** Ids as JSON, in the form in which `unhex` reads them. */
const stored = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => id.replaceAll('-', '')))

const anyLacking = unscoped<[practiceKey: number, ids: string], { found: 1 }>(`
  select 1 as found from json_each(?2) where unhex(value) <> (select id from practices where key = ?1)
    ${shownTables.map((table) => `and not exists (select 1 from ${table} where practice_key = ?1 and id = unhex(value))`).join('\n    ')}
  limit 1`)

const patientsIn = unscoped<[practiceKey: number, ids: string], { id: StoredId }, { id: string }>(
  'select id from patients where practice_key = ?1 and id in (select unhex(value) from json_each(?2))',
  ({ id }) => ({ id: idOf(id) }),
)

const whereKey = ({ credentialId, key }: Retry) => ({ whereCredentialId: credentialId, whereKey: key })
