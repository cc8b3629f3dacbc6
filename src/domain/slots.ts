import type { Interval } from './time.ts'

/**
 * The free slots of one day on one chair, in order (RULES §4.3). A slot starts at the start of an open time plus k ×
 * `step` and lasts `duration`. The slot ends inside the same open time and overlaps no busy block.
 * @param openTimes when the practice is open, sorted by start
 * @param step milliseconds of elapsed time, so clock changes need no special case
 * @throws when `step` is not above 0
 * @param duration milliseconds of elapsed time
 * @param busy sorted by start; busy blocks may overlap each other
 */
export function freeSlots(
  openTimes: readonly Interval[],
  step: number,
  duration: number,
  busy: readonly Interval[],
): Interval[] {
  if (!(step > 0)) throw new Error('slots need a length')
  const slots: Interval[] = []
  let next = 0
  for (const openTime of openTimes) {
    for (let startAt = openTime.startAt; startAt + duration <= openTime.endAt; startAt += step) {
      while (next < busy.length && busy[next]!.endAt <= startAt) next++
      const endAt = startAt + duration
      const block = busy[next]
      if (block === undefined || block.startAt >= endAt) slots.push({ startAt, endAt })
    }
  }
  return slots
}
