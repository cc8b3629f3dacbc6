/** Decides which free times are proposed to which patient. */

interface Time {
  readonly chairId: string
  readonly practitionerId: string | null
  readonly startAt: string
  readonly endAt: string
}

/** How many free times are proposed to one patient. */
export const mostProposed = 3

/**
 * Distributes free times among patients. `wished` has the times that suit each patient, by start. Each patient gets a
 * first time, then each a second time, then each a third. No two proposed times take the same chair or practitioner at
 * once. So no time is promised twice.
 */
export function propose<T extends Time>(wished: readonly (readonly T[])[]): T[][] {
  const proposed: T[][] = wished.map(() => [])
  const given: T[] = []
  // A time that overlaps a given time stays impossible for all later patients. So no time is checked twice.
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
