import type { Statement } from 'bun:sqlite'
import { idOf, type StoredId, storedId } from '../../../db/stored-id.ts'

/** The key of no practice: SQLite counts from 1. */
const unknownPractice = 0

/** The part of a `Connection` that this file needs. */
interface Statements {
  prepared<R, P extends [StoredId | number]>(text: string): Statement<R, P>
}

/**
 * Finds the key that a practice has in the file, and the id that belongs to a key. No other practice gets the key of a
 * removed practice, and a practice that comes back gets its old key. So each pair that was found is remembered. A
 * remembered pair does not mean that the practice is still there.
 */
export class PracticeKeys {
  readonly #file: Statements
  readonly #keys: Map<string, number>
  readonly #ids: Map<number, string>
  readonly #remembers: boolean

  /**
   * A write that adds a practice may be rolled back, and then another practice gets the same key. So the object for
   * writes remembers nothing of its own. It uses the pairs that `committed` remembers.
   */
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

// `statement.ts` gives the reason for the plus.
const keyOfPractice = 'select key from practices where id = +?1'
const idOfPractice = 'select id from practices where key = +?1'
