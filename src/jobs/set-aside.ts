import type { PracticeFault } from '../store/engine/practice-fault.ts'

/** After this number of failures in a row for a practice, a job skips the practice. */
const mostFailures = 3
/** How long a job skips a practice, in milliseconds. */
const asideMs = 24 * 3_600_000

/**
 * The practices that a job skips, because it fails for them again and again. So the job goes on with the other
 * practices.
 */
export class SetAside {
  /** How often the job failed for each practice since the job's last successful step, by the key of the practice. */
  readonly #failures = new Map<number, number>()
  /** When each practice was set aside, in epoch milliseconds. */
  readonly #since = new Map<number, number>()

  /** Notes a failure at `now`. Returns whether the practice is set aside from now on. */
  failed({ practiceKey }: PracticeFault, now: number): boolean {
    const failures = (this.#failures.get(practiceKey) ?? 0) + 1
    this.#failures.set(practiceKey, failures)
    if (failures < mostFailures) return false
    this.#failures.delete(practiceKey)
    this.#since.set(practiceKey, now)
    return true
  }

  /** Notes that a step of the job succeeded. So a job that fails only at times skips no practice. */
  gotOn(): void {
    this.#failures.clear()
  }

  /** The keys of the practices that are skipped at `now`. A clock that was set back must not prolong this time. */
  practices(now: number): number[] {
    for (const [practiceKey, since] of this.#since)
      if (now < since || now >= since + asideMs) this.#since.delete(practiceKey)
    return [...this.#since.keys()]
  }
}
