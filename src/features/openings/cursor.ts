import { isId } from '../../domain/id.ts'
import { invalid } from '../../domain/problem.ts'
import { lastInstant } from '../../domain/time.ts'

/** A place in the order of free times: by start, then by the position and the id of the chair. */
export interface OpeningPlace {
  /** Epoch milliseconds. */
  readonly startAt: number
  /** Null for the place before every chair. */
  readonly chair: { readonly position: number; readonly id: string } | null
}

/** Where a search ended, as a text that callers hand back unread. */
export const cursorOf = ({ startAt, chair }: OpeningPlace): string =>
  Buffer.from(chair === null ? `${startAt}` : `${startAt} ${chair.position} ${chair.id}`).toString(
    'base64url',
  )

/** The place behind a cursor. @throws `validation_failed` when we cannot have made it. */
export function placeOf(cursor: string): OpeningPlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1')
  const [, time, position, id] = /^(\d{1,15})(?: (\d{1,7}) (\S+))?$/.exec(text) ?? []
  const chair = id === undefined ? null : { position: Number(position), id }
  const place = { startAt: Number(time), chair }
  const isOurs = place.startAt <= lastInstant && (id === undefined || isId(id)) && cursorOf(place) === cursor
  if (!isOurs)
    throw invalid([{ path: 'cursor', message: 'must be `nextCursor` of an answer of this search' }])
  return place
}

/** Whether a free time on a chair comes behind a place. */
export const isBehind = (
  startAt: number,
  chair: { readonly position: number; readonly id: string },
  place: OpeningPlace,
): boolean => {
  if (startAt !== place.startAt || place.chair === null) return startAt >= place.startAt
  if (chair.position !== place.chair.position) return chair.position > place.chair.position
  return chair.id > place.chair.id
}

export const exampleCursor = cursorOf({
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  chair: { position: 0, id: '01970000-0000-7000-8000-000000000003' },
})
