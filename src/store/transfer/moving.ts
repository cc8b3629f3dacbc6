/**
 * The practices of the file that nobody sees: they are arriving, they are leaving, or another cell serves them. The
 * notes about an arriving or leaving practice let another process continue the work.
 */
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Connection, ReadConnection, WriteConnection } from '../engine/connection.ts'
import { unscoped } from '../engine/unscoped.ts'
import type { Writer } from '../engine/writer.ts'

/** A practice that is arriving or leaving. */
export interface Moving {
  readonly practiceKey: number
  /** SHA-256 of the manifest of the archive that is imported. Null when the rows are being removed. */
  readonly archive: string | null
  readonly keepsAccess: boolean
  /** How many rows of the archive were added. The number is one higher when the practice is complete. */
  readonly rows: number
}

/**
 * How long one transaction adds or deletes rows, in milliseconds. The commit takes additional time. Other writes wait
 * for both, so both together should take no longer than 20 ms.
 */
const worksMs = 8

/** Makes a function that returns whether a transaction that begins now may continue. Call it between two rows. */
export function timeToWork(): () => boolean {
  const until = performance.now() + worksMs
  return () => performance.now() < until
}

/** The practice with this id, if it is arriving or leaving. Null when it is visible here, or when there is none. */
export const movingOf = (connection: Connection, practiceId: string): Moving | null =>
  movingById.get(connection, storedId(practiceId))

/**
 * Hides a practice from everybody. It must run in the transaction that adds its first row, or that begins its removal.
 */
export function hide(connection: WriteConnection, { practiceKey, archive, keepsAccess, rows }: Moving): void {
  insert.run(connection, practiceKey, archive, keepsAccess ? 1 : 0, rows)
  connection.noteAccessChange()
}

/** Makes a complete practice visible, or forgets a practice that is gone. */
export function show(connection: WriteConnection, practiceKey: number): void {
  remove.run(connection, practiceKey)
  showOne.run(connection, practiceKey)
  connection.noteAccessChange()
}

/** Notes how many rows were added. */
export const countRows = (connection: WriteConnection, practiceKey: number, rows: number): void =>
  void count.run(connection, practiceKey, rows)

/** Notes which state of a practice that moves between cells is here, and how many rows it has. */
export const noteState = (
  connection: WriteConnection,
  practiceKey: number,
  archive: string,
  rows: number,
): void => void state.run(connection, practiceKey, archive, rows)

/** Marks the rows that were added for removal. */
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
const state = unscoped<[key: number, archive: string, rows: number]>(
  'update moving_practices set archive = ?2, rows = ?3 where practice_key = ?1',
)
const turn = unscoped<[key: number]>('update moving_practices set archive = null where practice_key = ?1')

/** A practice of this file, and the state of it that the file holds. */
export interface HeldPractice {
  readonly practiceId: string
  /** How many cells have served the practice, according to its row. */
  readonly generation: number
  /** Its present host. Null for the host that practices share. */
  readonly host: string | null
}

/** Stores which practices of the file are served by another cell. The conditions of `engine/here.ts` leave them out. */
export class Elsewhere {
  readonly #connection: ReadConnection
  readonly #writer: Writer

  constructor(connection: ReadConnection, writer: Writer) {
    this.#connection = connection
    this.#writer = writer
  }

  /** The practices of the file, without practices that are arriving or leaving. */
  held(): HeldPractice[] {
    return heldPractices.all(this.#connection)
  }

  /** The practices that are served elsewhere, each with its cell. Null stands for no cell. */
  practices(): ReadonlyMap<string, string | null> {
    return new Map(elsewhere.all(this.#connection).map(({ practiceId, cell }) => [practiceId, cell]))
  }

  /**
   * Hides exactly these practices, each with the cell that serves it. Resolves when this is on disk. Nothing is written
   * when nothing changes. @throws DatabaseUnavailable.
   */
  async hide(hidden: ReadonlyMap<string, string | null>): Promise<void> {
    if (Bun.deepEquals(this.practices(), hidden)) return
    await this.#writer.write((connection) => {
      showAll.run(connection)
      for (const [practiceId, cell] of hidden)
        hideOne.run(connection, connection.practices.keyOf(practiceId), cell)
      connection.noteAccessChange()
    })
  }
}

interface Stored {
  readonly id: StoredId
}

const heldPractices = unscoped<[], Stored & { generation: number; host: string | null }, HeldPractice>(
  `select id, generation, host from practices
   where key not in (select practice_key from moving_practices) order by id`,
  ({ id, generation, host }) => ({ practiceId: idOf(id), generation, host }),
)
const elsewhere = unscoped<[], Stored & { cell: string | null }, { practiceId: string; cell: string | null }>(
  `select id, cell from elsewhere_practices join practices on practices.key = elsewhere_practices.practice_key order by id`,
  ({ id, cell }) => ({ practiceId: idOf(id), cell }),
)
const showOne = unscoped<[key: number]>('delete from elsewhere_practices where practice_key = ?1')
const showAll = unscoped<[]>('delete from elsewhere_practices')
const hideOne = unscoped<[key: number, cell: string | null]>(
  'insert into elsewhere_practices (practice_key, cell) values (?1, ?2)',
)
