/**
 * On which chairs and with which members a type of appointment can take place, and which times are kept free
 * (RULES §30).
 */
import type { TypePractitioner } from './appointment-type.ts'
import type { Interval } from './time.ts'

const minute = 60_000

/** The minutes before and after an appointment of a type that must stay free. */
export interface Buffers {
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** The fields of a type that decide where its appointments can take place. */
interface TypeNeeds extends Buffers {
  readonly durationMinutes: number
  /** Null for any chair. */
  readonly chairIds: readonly string[] | null
  /** Null for any member. */
  readonly practitioners: readonly TypePractitioner[] | null
}

/**
 * A member who can do a type of appointment, and the time that they need for it, in milliseconds. Null means any
 * member.
 */
export interface Doer {
  readonly practitionerId: string | null
  readonly duration: number
}

/** The members who can do a type of appointment, sorted by id. `isActive` returns whether a member still works here. */
export function doersOf(
  { practitioners, durationMinutes }: TypeNeeds,
  isActive: (memberId: string) => boolean,
): Doer[] {
  if (practitioners === null) return [{ practitionerId: null, duration: durationMinutes * minute }]
  return practitioners
    .filter(({ memberId }) => isActive(memberId))
    .map((one) => ({
      practitionerId: one.memberId,
      duration: (one.durationMinutes ?? durationMinutes) * minute,
    }))
    .sort((a, b) => (a.practitionerId < b.practitionerId ? -1 : 1))
}

/**
 * A block together with its buffers, in epoch milliseconds. A type of appointment is not offered in this time. The gap
 * between the block and the appointment is the longer of two buffers. One is the buffer after the earlier of the two,
 * and the other is the buffer before the later.
 * @param ofBlock the buffers of the block's own type; undefined when the block has no buffers
 */
export const keptFree = <B extends Interval>(block: B, wanted: Buffers, ofBlock: Buffers | undefined): B => ({
  ...block,
  startAt: block.startAt - Math.max(wanted.bufferAfterMinutes, ofBlock?.bufferBeforeMinutes ?? 0) * minute,
  endAt: block.endAt + Math.max(wanted.bufferBeforeMinutes, ofBlock?.bufferAfterMinutes ?? 0) * minute,
})

/** The longest buffer, in milliseconds. */
export const longestBuffer = 240 * minute
