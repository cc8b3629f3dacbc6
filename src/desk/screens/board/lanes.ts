/**
 * Which cards are side by side in a column. Only reminders, cancelled appointments, and entries without a chair can be
 * at the same time as others.
 */
import type { OnBoard } from './column.ts'

/** The part of the column's width that an entry has. */
export interface Lane {
  readonly left: number
  readonly width: number
}

const whole: Lane = { left: 0, width: 1 }
/** Reminders and cancelled appointments are narrow beside an appointment, because the appointment matters more. */
const narrowShare = 0.32

const isNarrow = (one: OnBoard): boolean => one.type === 'reminder' || 'cancellation' in one

/** Gives each entry its lane. An entry that overlaps no other has the whole width. `entries` are ordered by start. */
export function lanesOf(entries: readonly OnBoard[]): ReadonlyMap<string, Lane> {
  const lanes = new Map<string, Lane>()
  let together: OnBoard[] = []
  let end = Number.NEGATIVE_INFINITY
  const close = () => {
    share(together, lanes)
    together = []
  }
  for (const entry of entries) {
    if (Date.parse(entry.startAt) >= end) {
      close()
      end = Date.parse(entry.endAt)
    }
    together.push(entry)
    end = Math.max(end, Date.parse(entry.endAt))
  }
  close()
  return lanes
}

/** A column grows for at most this many cards beside each other. */
const broadest = 4

/**
 * How many times as broad as others a column is. Up to four appointments side by side keep the width of an appointment
 * by itself. More than four share the width of four.
 */
export const breadthOf = (entries: readonly OnBoard[], lanes: ReadonlyMap<string, Lane>): number =>
  entries.reduce(
    (most, one) => (isNarrow(one) ? most : Math.max(most, Math.min(broadest, 1 / lanes.get(one.id)!.width))),
    1,
  )

/** Divides the width among a group of overlapping entries. */
function share(together: readonly OnBoard[], lanes: Map<string, Lane>): void {
  const narrow = together.filter(isNarrow)
  const others = together.filter((one) => !isNarrow(one))
  const mixed = narrow.length > 0 && others.length > 0
  split(others, mixed ? { left: 0, width: 1 - narrowShare } : whole, lanes)
  split(narrow, mixed ? { left: 1 - narrowShare, width: narrowShare } : whole, lanes)
}

/** Puts each entry into the first lane that is free at its start. */
function split(entries: readonly OnBoard[], { left, width }: Lane, lanes: Map<string, Lane>): void {
  const ends: number[] = []
  const placed = entries.map((entry) => {
    const free = ends.findIndex((end) => end <= Date.parse(entry.startAt))
    const lane = free < 0 ? ends.length : free
    ends[lane] = Date.parse(entry.endAt)
    return lane
  })
  for (const [i, lane] of placed.entries())
    lanes.set(entries[i]!.id, { left: left + (lane * width) / ends.length, width: width / ends.length })
}
