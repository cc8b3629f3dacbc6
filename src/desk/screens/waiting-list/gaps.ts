/** Gaps: the spans of time in which a chair is free. The API lists overlapping openings instead. */
import type { components } from '../../contract/openapi.ts'

export type Gap = Omit<components['schemas']['Opening'], 'practitionerId'>

/** Joins openings of a chair that overlap or touch into one gap. The openings must be ordered by start. */
export function gapsOf(openings: readonly Gap[]): Gap[] {
  const gaps: Gap[] = []
  for (const { chairId, startAt, endAt } of openings) {
    const index = gaps.findLastIndex((gap) => gap.chairId === chairId)
    const last = gaps[index]
    if (last === undefined || Date.parse(last.endAt) < Date.parse(startAt))
      gaps.push({ chairId, startAt, endAt })
    else gaps[index] = { ...last, endAt }
  }
  return gaps
}

/** Whether two free times overlap on the same chair, so that only one of them can be booked. */
export const isShared = (one: Gap, other: Gap | null | undefined): boolean =>
  other?.chairId === one.chairId &&
  Date.parse(other.startAt) < Date.parse(one.endAt) &&
  Date.parse(other.endAt) > Date.parse(one.startAt)

/** The first three of some names. A semicolon separates them, because each name contains a comma. */
export const sayNames = (names: readonly string[]): string =>
  names.slice(0, 3).join('; ') + (names.length > 3 ? '; …' : '')
