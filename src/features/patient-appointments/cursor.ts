import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import type { VisitPlace } from '../../store/patient-visits.ts'

/** Which appointments of a patient are listed. */
export const whens = ['coming', 'past', 'all'] as const
export type When = (typeof whens)[number]

/** Where a page of a patient's appointments ended, as a text that callers hand back unread. */
export const cursorOf = (when: When, { startAt, id }: VisitPlace): string =>
  Buffer.from(`${when} ${startAt} ${id}`).toString('base64url')

/** The place behind a cursor of this list. @throws `validation_failed` when we cannot have made it. */
export function placeOf(when: When, cursor: string): VisitPlace {
  const [of, start = '', id = '', ...more] = Buffer.from(cursor, 'base64url').toString('latin1').split(' ')
  const place = { startAt: Number(start), id }
  const isOurs =
    of === when &&
    /^-?\d{1,16}$/.test(start) &&
    isId(id) &&
    more.length === 0 &&
    cursorOf(when, place) === cursor
  if (!isOurs) throw invalid([{ path: 'cursor', message: 'must be `nextCursor` of an answer of this list' }])
  return place
}

export const exampleCursor = cursorOf('coming', {
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  id: '01970000-0000-7000-8000-000000000007',
})
