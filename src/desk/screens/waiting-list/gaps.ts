/** Free times as a person sees them: from when to when a chair is free. */
import type { components } from '../../contract/openapi.ts'

export type Gap = Omit<components['schemas']['Opening'], 'practitionerId'>

/** Makes one free time of the openings of a chair that overlap or touch. The openings come by start. */
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

/** Whether two free times that suit somebody have a part in common, so that only one of them can be booked. */
export const isShared = (one: Gap, other: Gap | null | undefined): boolean =>
  other?.chairId === one.chairId &&
  Date.parse(other.startAt) < Date.parse(one.endAt) &&
  Date.parse(other.endAt) > Date.parse(one.startAt)

/** The first three of some names. Each has a comma of its own. */
export const sayNames = (names: readonly string[]): string =>
  names.slice(0, 3).join('; ') + (names.length > 3 ? '; …' : '')
