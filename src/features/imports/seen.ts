/** Compares each row of a file with the earlier rows of the same file. */
import type { ImportField } from '../../domain/import/fields.ts'
import { type Judgment, judged, type Traces } from './judgment.ts'

/**
 * Remembers the rows of one file. It keeps a hash of each text instead of the text, so a million rows take at most some
 * 100 MB. In one of 10,000 files of that size, two different texts have the same hash. Then a row is shown as a
 * duplicate, and a person decides.
 */
export class SeenRows {
  /** The number of the first line with each text, by the hash of the text. */
  readonly #lines = new Map<number, number>()
  /** The times that are taken on each day of a lane, such as a chair. Each time is its start and then its end. */
  readonly #taken = new Map<string, number[]>()

  /** Corrects the judgment of a row by the earlier rows of the file. */
  after(judgment: Judgment, traces: Traces, line: number): Judgment {
    const { person, lanes } = traces
    const { externalId } = judgment
    const repeated = externalId === null ? undefined : this.#first(`id ${externalId}`, line)
    if (repeated !== undefined)
      return judged('refused', null, {
        reason: 'repeated_id',
        field: 'externalId' as ImportField,
        sameAsLine: repeated,
      })
    if (judgment.outcome !== 'create' && judgment.outcome !== 'update') return judgment
    const alike = person.map(({ key, reason }) => ({ reason, line: this.#first(`person ${key}`, line) }))
    const same =
      alike.find(({ line, reason }) => line !== undefined && reason === 'same_name_and_dob') ??
      alike.find(({ line }) => line !== undefined)
    if (judgment.outcome === 'create' && same !== undefined)
      return { ...judgment, outcome: 'duplicate', reason: same.reason, sameAsLine: same.line! }
    const lane = lanes.find(({ lane, startAt, endAt }) => this.#isTaken(lane, startAt, endAt))
    if (lane !== undefined) return { ...judgment, outcome: 'overlap', reason: lane.reason }
    for (const { lane, startAt, endAt } of lanes) this.#take(lane, startAt, endAt)
    return judgment
  }

  #first(text: string, line: number): number | undefined {
    const key = Number(BigInt.asUintN(53, BigInt(Bun.hash(text))))
    const before = this.#lines.get(key)
    if (before === undefined) this.#lines.set(key, line)
    return before
  }

  #isTaken(lane: string, startAt: number, endAt: number): boolean {
    return daysOf(startAt, endAt).some((day) => {
      const taken = this.#taken.get(`${lane} ${day}`)
      if (taken === undefined) return false
      const at = placeOf(taken, startAt)
      return (at > 0 && taken[at - 1]! > startAt) || (at < taken.length && taken[at]! < endAt)
    })
  }

  #take(lane: string, startAt: number, endAt: number): void {
    for (const day of daysOf(startAt, endAt)) {
      const taken = this.#taken.getOrInsertComputed(`${lane} ${day}`, () => [])
      taken.splice(placeOf(taken, startAt), 0, startAt, endAt)
    }
  }
}

const dayMs = 24 * 3_600_000
/** The most days of one appointment that are compared here. The commit compares all days of a longer appointment. */
const mostDays = 32

function daysOf(startAt: number, endAt: number): number[] {
  const first = Math.floor(startAt / dayMs)
  const days = Math.min(mostDays, Math.floor((endAt - 1) / dayMs) - first + 1)
  return Array.from({ length: days }, (_, i) => first + i)
}

/**
 * The index of the first start in `taken` that is not before `startAt`. `taken` has pairs of a start and an end. The
 * pairs are in order and do not overlap.
 */
function placeOf(taken: readonly number[], startAt: number): number {
  let [low, high] = [0, taken.length / 2]
  while (low < high) {
    const middle = (low + high) >> 1
    if (taken[middle * 2]! < startAt) low = middle + 1
    else high = middle
  }
  return low * 2
}
