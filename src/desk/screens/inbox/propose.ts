/** Who is proposed which free times. */

interface Time {
  readonly chairId: string
  readonly practitionerId: string | null
  readonly startAt: string
  readonly endAt: string
}

/** How many free times are proposed to one patient. */
export const mostProposed = 3

/**
 * Shares free times among patients. `wished` has the times that suit each patient, by start. Everybody gets a first time, then a
 * second one, then a third one. No two of them take the same chair or the same practitioner at once, so no time is promised twice.
 */
export function propose<T extends Time>(wished: readonly (readonly T[])[]): T[][] {
  const proposed: T[][] = wished.map(() => [])
  const given: T[] = []
  // What is in the way of one patient is in the way of all who come after. So no time is looked at twice.
  const next = new Map<readonly T[], number>()
  for (let round = 0; round < mostProposed; round++)
    for (const [i, times] of wished.entries()) {
      const at = times.findIndex(
        (time, at) => at >= (next.get(times) ?? 0) && !given.some((one) => isInTheWay(one, time)),
      )
      next.set(times, at === -1 ? times.length : at + 1)
      if (at === -1) continue
      given.push(times[at]!)
      proposed[i]!.push(times[at]!)
    }
  return proposed
}

/** Whether only one of two times can be booked. */
export const isInTheWay = (one: Time, other: Time): boolean =>
  (one.chairId === other.chairId ||
    (one.practitionerId !== null && one.practitionerId === other.practitionerId)) &&
  Date.parse(one.startAt) < Date.parse(other.endAt) &&
  Date.parse(other.startAt) < Date.parse(one.endAt)
