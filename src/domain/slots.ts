import type { Interval } from './time.ts'

/**
 * The free slots of one day on one chair, in order (contract §4.3, decisions "Availability").
 * Candidates start at each opening plus k × `step`, last `duration`, must end inside the same opening and
 * touch no busy block. `step` and `duration` are real milliseconds, so clock changes need no special case.
 * `openings` and `busy` are sorted by start; busy blocks do not overlap each other.
 */
export function freeSlots(
  openings: readonly Interval[],
  step: number,
  duration: number,
  busy: readonly Interval[],
): Interval[] {
  const slots: Interval[] = []
  let next = 0
  for (const opening of openings) {
    for (let startAt = opening.startAt; startAt + duration <= opening.endAt; startAt += step) {
      while (next < busy.length && busy[next]!.endAt <= startAt) next++
      const endAt = startAt + duration
      const block = busy[next]
      if (block === undefined || block.startAt >= endAt) slots.push({ startAt, endAt })
    }
  }
  return slots
}
