import { type Act, strangerAct } from '../../domain/act.ts'
import type { AuditEntry } from '../../domain/audit.ts'
import type { LateRows } from './late-rows.ts'

/**
 * Within this time, in milliseconds, equal refusals become two rows: one for the first, one for the number of the
 * others.
 */
const togetherMs = 60_000
/**
 * The most different refusals in this time that get rows of their own, in each trail. All other refusals share one
 * row, but those of a known member share a row with the member's name. So nobody can hide an act behind a flood of
 * refusals.
 */
const mostDifferent = 20
/**
 * The most trails whose refusals are counted separately in this time. A flood of refusals in all practices must not
 * fill the memory.
 */
const mostTrails = 1_000

interface Refused {
  readonly practiceId: string | null
  readonly act: Act
  readonly entry: AuditEntry
  /** How many equal refusals followed the first one. */
  more: number
}

/**
 * Writes into the audit trail who was refused (RULES §14). Strangers can send as many requests as they like. So a flood
 * of refusals becomes a few rows with the number of refusals.
 */
export class RefusalTrail {
  readonly #rows: LateRows
  /** The refusals by their trail, and then by the facts in which they are equal. */
  readonly #recent = new Map<string | null, Map<string, Refused>>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(rows: LateRows) {
    this.#rows = rows
  }

  /** Notes that an act was refused, and with which error code. `practiceId` is null when the practice is unknown. */
  refused(practiceId: string | null, act: Act, code: string): void {
    const trail = this.#recent.has(practiceId) || this.#recent.size < mostTrails ? practiceId : null
    const recent = this.#recent.get(trail) ?? new Map<string, Refused>()
    this.#recent.set(trail, recent)
    const { actor, action, requestId, address } = act
    const own = `${actor.kind} ${actor.userId} ${actor.credential?.id} ${address} ${action} ${code}`
    const hasRow = recent.has(own) || recent.size < mostDifferent
    const member = practiceId !== null && trail === practiceId ? actor.userId : null
    const key = hasRow ? own : `others ${member}`
    const before = recent.get(key)
    if (before !== undefined) {
      before.more++
      return
    }
    const refused = hasRow
      ? {
          practiceId: trail,
          act: { actor, action, requestId, address },
          entry: { kind: 'refusal', detail: { code } } as const,
          more: 0,
        }
      : {
          practiceId: trail,
          act: member === null ? strangerAct('others') : { ...strangerAct('others'), actor },
          entry: { kind: 'refusal' } as const,
          more: 0,
        }
    recent.set(key, refused)
    this.#keep(key, refused, 1)
    this.#timer ??= setTimeout(() => this.endMinute(), togetherMs)
  }

  /** Notes how many refusals followed the first ones. Then the counting begins again. */
  endMinute(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const recent of this.#recent.values())
      for (const [key, refused] of recent) if (refused.more > 0) this.#keep(key, refused, refused.more)
    this.#recent.clear()
  }

  #keep(key: string, { practiceId, act, entry }: Refused, times: number): void {
    this.#rows.add(`refusal ${practiceId} ${key}`, { practiceId, act, entry, patients: [], times })
  }
}
