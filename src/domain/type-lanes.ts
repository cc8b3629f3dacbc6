/** Where and by which member a kind of appointment can take place, and what is in its way (RULES §30). */
import type { TypePractitioner } from './appointment-type.ts'
import type { Interval } from './time.ts'

const minute = 60_000

/** The free minutes that a kind of appointment wants before and after it. */
export interface Buffers {
  readonly bufferBeforeMinutes: number
  readonly bufferAfterMinutes: number
}

/** What decides where a kind of appointment can take place. */
interface TypeNeeds extends Buffers {
  readonly durationMinutes: number
  /** Null for any chair. */
  readonly chairIds: readonly string[] | null
  /** Null for any member. */
  readonly practitioners: readonly TypePractitioner[] | null
}

/** A member who can do a kind of appointment, or null for any, and the time that it takes then, in milliseconds. */
export interface Doer {
  readonly practitionerId: string | null
  readonly duration: number
}

/** The members who can do a kind of appointment, by id. `isActive` says whether a member still works here. */
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
 * The block with its buffers, where a kind of appointment is not offered, in epoch milliseconds. Between the block and the
 * appointment lies the longer of two buffers: what one of them wants after it, and the other one before it.
 * @param ofBlock the buffers of the block's own kind; undefined where it has none
 */
export const keptFree = <B extends Interval>(block: B, wanted: Buffers, ofBlock: Buffers | undefined): B => ({
  ...block,
  startAt: block.startAt - Math.max(wanted.bufferAfterMinutes, ofBlock?.bufferBeforeMinutes ?? 0) * minute,
  endAt: block.endAt + Math.max(wanted.bufferBeforeMinutes, ofBlock?.bufferAfterMinutes ?? 0) * minute,
})

/** How far a buffer can reach, in milliseconds. */
export const longestBuffer = 240 * minute
