import type { Act } from '../../domain/act.ts'
import type { Sight } from '../../domain/audit.ts'
import type { LateRows } from './late-rows.ts'

/** Writes into the audit trail which patients a caller has seen (RULES §14). */
export class ReadTrail {
  readonly #rows: LateRows
  readonly #lately = new SeenLately()
  readonly #now: () => number

  constructor(rows: LateRows, now: () => number) {
    this.#rows = rows
    this.#now = now
  }

  /**
   * Notes that an act showed records of patients. Equal acts of one credential within a quarter of a second become one
   * row. For a list that is requested often, each patient is named once an hour, unless `strict` is set. With `isMore`,
   * the act has shown other records before, so it is not counted again.
   */
  saw(
    practiceId: string,
    act: Act,
    { patients: shown, often, record, detail }: Sight,
    { strict = false, isMore = false } = {},
  ): void {
    const { actor, action, address } = act
    // The address can show that a credential was stolen.
    const who = `${practiceId} ${actor.kind} ${actor.credential?.id} ${address}`
    const patients = often && !strict ? this.#lately.notSeen(`${who} ${action}`, shown, this.#now()) : shown
    if (often && patients.length === 0) return
    const what = `${action} ${record?.id} ${detail === undefined ? '' : JSON.stringify(detail)}`
    this.#rows.add(`read ${who} ${what}`, {
      practiceId,
      act,
      entry: { kind: 'read', ...(record && { record }), ...(detail && { detail }) },
      patients,
      times: isMore ? 0 : 1,
    })
  }

  /** Resolves when all that was noted so far is on disk. @throws DatabaseUnavailable. */
  flush(): Promise<void> {
    return this.#rows.flush()
  }
}

/** How long a patient in a list is not named again for the same credential, in milliseconds. */
const lately = 3_600_000
/**
 * More patients than a practice sees in an hour. Beyond this number, all is forgotten, and the rows name patients
 * again.
 */
const most = 20_000

/**
 * Remembers which patients each credential has seen in a list within the last hour. A page requests the calendar every
 * few seconds. Without this memory, the trail would name all patients of a day each time.
 */
class SeenLately {
  #seen = new Map<string, Map<string, number>>()
  #count = 0

  /**
   * Returns the patients that this credential has not seen in this list within the last hour. The returned patients
   * count as seen now.
   */
  notSeen(list: string, patients: readonly string[], now: number): string[] {
    if (this.#count > most) this.#forget()
    let seen = this.#seen.get(list)
    if (seen === undefined) {
      seen = new Map()
      this.#seen.set(list, seen)
    }
    const before = seen.size
    const fresh = patients.filter((id) => {
      const at = seen.get(id)
      // A time in the future is from before the clock was set back.
      if (at !== undefined && at <= now && now - at < lately) return false
      seen.set(id, now)
      return true
    })
    this.#count += seen.size - before
    return fresh
  }

  #forget(): void {
    this.#seen.clear()
    this.#count = 0
  }
}
