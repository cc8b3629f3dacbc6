import type { VisitPlace } from '../../store/patients/patient-visits.ts'
import { timedCursor, timedPlace } from '../shared/pages.ts'

/** Which appointments of a patient are listed. */
export const whens = ['coming', 'past', 'all'] as const
export type When = (typeof whens)[number]

/** Where a page of a patient's appointments ended, as a text that callers hand back unread. */
export const cursorOf = (when: When, { startAt, id }: VisitPlace): string =>
  timedCursor({ at: startAt, id }, when)

/** The place behind a cursor of this list. @throws `validation_failed` when we cannot have made it. */
export function placeOf(when: When, cursor: string): VisitPlace {
  const { at, id } = timedPlace(cursor, when)
  return { startAt: at, id }
}

export const exampleCursor = cursorOf('coming', {
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000007',
})
