import type { Act } from '../../domain/act.ts'
import type { Sight } from '../../domain/audit.ts'
import type { LateRows } from './late-rows.ts'
import { SeenLately } from './seen-lately.ts'

/** Keeps in the audit trail which patients a caller has seen (RULES §14). */
export class ReadTrail {
  readonly #rows: LateRows
  readonly #lately = new SeenLately()
  readonly #now: () => number

  constructor(rows: LateRows, now: () => number) {
    this.#rows = rows
    this.#now = now
  }

  /**
   * Keeps that an act showed records of patients. Equal acts of one credential within a quarter of a second become one
   * row. Lists that are asked for often name each patient once an hour, unless `strict` is set. `isMore`: the act showed
   * others before, so it is not counted again.
   */
  saw(
    practiceId: string,
    act: Act,
    { patients: shown, often, record, detail }: Sight,
    { strict = false, isMore = false } = {},
  ): void {
    const { actor, action, address } = act
    // A stolen credential shows by its address.
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

  /** Resolves when all that was kept so far is on disk. @throws DatabaseUnavailable. */
  flush(): Promise<void> {
    return this.#rows.flush()
  }
}
