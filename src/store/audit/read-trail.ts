import type { Act } from '../../domain/act.ts'
import type { Sight } from '../../domain/audit.ts'
import type { LateRows } from './late-rows.ts'

/** Keeps in the audit trail which patients were shown to whom (RULES §14). */
export class ReadTrail {
  readonly #rows: LateRows

  constructor(rows: LateRows) {
    this.#rows = rows
  }

  /**
   * Keeps that an act showed records of patients. Equal acts of one credential within a quarter of a second become one
   * row. `isMore`: the act showed others before, so it is not counted again.
   */
  saw(practiceId: string, { actor, action, requestId, address }: Act, sight: Sight, isMore = false): void {
    const { patients, record, detail } = sight
    const who = `${practiceId} ${actor.kind} ${actor.userId} ${actor.credential?.id} ${address}`
    const what = `${action} ${record?.id} ${detail === undefined ? '' : JSON.stringify(detail)}`
    this.#rows.add(`read ${who} ${what}`, {
      practiceId,
      act: { actor, action, requestId, address },
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
