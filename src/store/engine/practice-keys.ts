import type { Statement } from 'bun:sqlite'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'

/** The key of no practice: SQLite counts from 1. */
const unknownPractice = 0

/** What this needs of a `Connection`. */
interface Statements {
  prepared<R, P extends [StoredId | number]>(text: string): Statement<R, P>
}

/**
 * Which key each practice has in the file, and which id belongs to a key. A practice that is removed leaves its key to no
 * other one, and comes back with it. So what was once found is remembered. It does not say that the practice is there.
 */
export class PracticeKeys {
  readonly #file: Statements
  readonly #keys: Map<string, number>
  readonly #ids: Map<number, string>
  readonly #remembers: boolean

  /** A practice that a write adds may not stay, and its key goes to another one. So writes know only what is `committed`. */
  constructor(file: Statements, committed?: PracticeKeys) {
    this.#file = file
    this.#keys = committed ? committed.#keys : new Map()
    this.#ids = committed ? committed.#ids : new Map()
    this.#remembers = committed === undefined
  }

  /** The key of a practice; 0 when there is no practice with this id. */
  keyOf(id: string): number {
    const known = this.#keys.get(id)
    if (known !== undefined) return known
    const key = this.#file.prepared<{ key: number }, [StoredId]>(keyOfPractice).get(storedId(id))?.key
    if (key !== undefined) this.#remember(id, key)
    return key ?? unknownPractice
  }

  /** The id of the practice with this key. The key must come from a row of the file. */
  idOf(key: number): string {
    const known = this.#ids.get(key)
    if (known !== undefined) return known
    const id = idOf(this.#file.prepared<{ id: StoredId }, [number]>(idOfPractice).get(key)!.id)
    this.#remember(id, key)
    return id
  }

  #remember(id: string, key: number): void {
    if (!this.#remembers) return
    this.#keys.set(id, key)
    this.#ids.set(key, id)
  }
}

// For the reason of the plus, see `statement.ts`.
const keyOfPractice = 'select key from practices where id = +?1'
const idOfPractice = 'select id from practices where key = +?1'
