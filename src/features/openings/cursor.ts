import { Cursors } from '../shared/pages.ts'

/** The place of a chair among the chairs. */
export interface ChairPlace {
  readonly position: number
  readonly id: string
}

/** A place in the order of free times: by start, in epoch milliseconds, then by chair. */
export interface OpeningPlace extends ChairPlace {
  readonly startAt: number
}

/** The place before all free times that start at a moment, in epoch milliseconds. */
export const placeBefore = (startAt: number): OpeningPlace => ({
  startAt,
  position: -1,
  id: '00000000-0000-0000-0000-000000000000',
})

/** Whether a free time on a chair comes behind a place. */
export function isBehind(startAt: number, { position, id }: ChairPlace, place: OpeningPlace): boolean {
  if (startAt !== place.startAt) return startAt > place.startAt
  return position === place.position ? id > place.id : position > place.position
}

export const openingCursors = new Cursors<OpeningPlace>({
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  position: 0,
  id: '01970000-0000-7000-8000-000000000003',
})
