/**
 * The lanes in which a free time is searched (RULES §21, §30). A lane is a chair with a member who treats the kind of
 * appointment.
 */
import type { Interval } from '../../../domain/time.ts'
import { type Buffers, type Doer, keptFree, longestBuffer } from '../../../domain/type-lanes.ts'
import { busyKinds, busyTimes } from '../../../store/calendar/busy-times.ts'
import { practitionerBusyTimes } from '../../../store/calendar/practitioners.ts'
import type { Scope } from '../../../store/engine/scope.ts'
import { awayDuring } from '../../../store/practice/absences.ts'
import { listBuffers } from '../../../store/practice/appointment-types.ts'
import type { ChairPlace } from './cursor.ts'

/**
 * A chair with a member, and the length of a free time there, in milliseconds. The member is null when any member will
 * do.
 */
export interface Lane extends Doer {
  readonly chair: ChairPlace
}

/** Every chair with every member. */
export const lanesOf = (chairs: readonly ChairPlace[], doers: readonly Doer[]): Lane[] =>
  chairs.flatMap((chair) => doers.map((doer) => ({ chair, ...doer })))

const nothing: ReadonlySet<string> = new Set()

/** The times at which a lane is taken during an interval, by start. Each chair and each member is read only once. */
export class TakenTimes {
  readonly #scope: Scope
  readonly #during: Interval
  readonly #buffersOf: ReadonlyMap<string, Buffers> | undefined
  readonly #wanted: Buffers | undefined
  readonly #without: ReadonlySet<string>
  readonly #awayOf: (memberId: string) => Interval[]
  readonly #ofChair = new Map<string, readonly Interval[]>()
  readonly #ofMember = new Map<string, readonly Interval[]>()

  /**
   * `wanted` is the kind of appointment for which a time is searched. Without a kind, buffers do not count. `without`
   * contains the ids of entries that do not count.
   */
  constructor(scope: Scope, during: Interval, wanted?: Buffers, without: ReadonlySet<string> = nothing) {
    this.#scope = scope
    this.#during = during
    this.#wanted = wanted
    this.#without = without
    this.#awayOf = awayDuring(scope, during)
    if (wanted !== undefined) this.#buffersOf = buffersByType(scope)
  }

  /** How many times were read so far. */
  get count(): number {
    return [...this.#ofChair.values(), ...this.#ofMember.values()].reduce(
      (sum, { length }) => sum + length,
      0,
    )
  }

  of({ chair, practitionerId }: Lane): readonly Interval[] {
    const onChair = this.#ofChair.getOrInsertComputed(chair.id, (id) => this.#timesOfChair(id))
    if (practitionerId === null) return onChair
    const busy = this.#ofMember.getOrInsertComputed(practitionerId, (id) => [
      ...practitionerBusyTimes(this.#scope, id, this.#during).filter((block) => !this.#without.has(block.id)),
      ...this.#awayOf(id),
    ])
    return busy.length === 0 ? onChair : [...onChair, ...busy].sort(byStart)
  }

  #timesOfChair(chairId: string): Interval[] {
    const wanted = this.#wanted
    if (wanted === undefined) return busyTimes(this.#scope, chairId, this.#during)
    const during = {
      startAt: this.#during.startAt - longestBuffer,
      endAt: this.#during.endAt + longestBuffer,
    }
    return busyKinds(this.#scope, chairId, during)
      .filter((block) => !this.#without.has(block.id))
      .map((block) => keptFree(block, wanted, this.#buffersOf!.get(block.appointmentTypeId ?? '')))
      .sort(byStart)
  }
}

/** The buffers of each appointment type that has some. */
export const buffersByType = (scope: Scope): Map<string, Buffers> =>
  new Map(listBuffers(scope).map((row) => [row.id, row]))

const byStart = (a: Interval, b: Interval): number => a.startAt - b.startAt
