import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'
import type { Connection } from './connection.ts'
import { unscoped } from './unscoped.ts'

/** The key of no practice: SQLite counts from 1. */
const unknownPractice = 0

/**
 * Which key each practice has in the file, and which id belongs to a key. A practice that is removed leaves its key to no
 * other one, and comes back with it. So what was once found is remembered. It does not say that the practice is there.
 */
export class PracticeKeys {
  readonly #connection: Connection
  readonly #keys = new Map<string, number>()
  readonly #ids = new Map<number, string>()

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The key of a practice; 0 when there is no practice with this id. */
  keyOf(id: string): number {
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const key = keyOfPractice.get(this.#connection, storedId(id))?.key
    if (key !== undefined) this.#remember(id, key)
    return key ?? unknownPractice
  }

  /** The id of the practice with this key. The key must come from a row of the file. */
  idOf(key: number): string {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = idOf(idOfPractice.get(this.#connection, key)!.id)
    this.#remember(id, key)
    return id
  }

  /** A practice that a transaction adds may not stay. Then its key goes to another one. */
  #remember(id: string, key: number): void {
    if (this.#connection.database.inTransaction) return
    this.#keys.set(id, key)
    this.#ids.set(key, id)
  }
}

const keyOfPractice = unscoped<[id: StoredId], { key: number }>('select key from practices where id = ?1')
const idOfPractice = unscoped<[key: number], { id: StoredId }>('select id from practices where key = ?1')
