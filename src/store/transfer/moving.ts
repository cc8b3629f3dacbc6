/** What is written about a practice while it comes in or leaves, so that another process can go on with it. */
import { type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Connection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'

/** A practice that comes in or leaves. */
export interface Moving {
  readonly practiceKey: number
  /** SHA-256 of the manifest of the archive that comes in. Null where the rows leave. */
  readonly archive: string | null
  readonly keepsAccess: boolean
  /** How many rows of the archive have come in. One more once nothing of it is missing. */
  readonly rows: number
}

/**
 * How long one transaction adds or deletes rows, in milliseconds. The commit comes on top. Others who write wait for
 * both, so both together should take no longer than 20 ms.
 */
const worksMs = 8

/** Whether a transaction that began now may go on. Ask it between two rows. */
export function timeToWork(): () => boolean {
  const until = performance.now() + worksMs
  return () => performance.now() < until
}

/** The practice with this id, if it comes in or leaves; null where it is here, or where there is none. */
export const movingOf = (connection: Connection, practiceId: string): Moving | null =>
  movingById.get(connection, storedId(practiceId))

/** Hides a practice from everybody. It must run in the transaction that adds its first row, or that begins its removal. */
export function hide(connection: WriteConnection, { practiceKey, archive, keepsAccess, rows }: Moving): void {
  insert.run(connection, practiceKey, archive, keepsAccess ? 1 : 0, rows)
  connection.noteAccessChange()
}

/** Shows a practice that is whole, or forgets one that is gone. */
export function show(connection: WriteConnection, practiceKey: number): void {
  remove.run(connection, practiceKey)
  connection.noteAccessChange()
}

/** Says how many rows have come in. */
export const countRows = (connection: WriteConnection, practiceKey: number, rows: number): void =>
  void count.run(connection, practiceKey, rows)

/** Lets the rows that came in leave again. */
export const giveUp = (connection: WriteConnection, practiceKey: number): void =>
  void turn.run(connection, practiceKey)

const movingById = unscoped<[id: StoredId], Omit<Moving, 'keepsAccess'> & { keepsAccess: number }, Moving>(
  `select practice_key as practiceKey, archive, keeps_access as keepsAccess, rows
   from moving_practices where practice_key = (select key from practices where id = ?1)`,
  (row) => ({ ...row, keepsAccess: row.keepsAccess === 1 }),
)
const insert = unscoped<[key: number, archive: string | null, keepsAccess: number, rows: number]>(
  'insert into moving_practices (practice_key, archive, keeps_access, rows) values (?1, ?2, ?3, ?4)',
)
const remove = unscoped<[key: number]>('delete from moving_practices where practice_key = ?1')
const count = unscoped<[key: number, rows: number]>(
  'update moving_practices set rows = ?2 where practice_key = ?1',
)
const turn = unscoped<[key: number]>('update moving_practices set archive = null where practice_key = ?1')
