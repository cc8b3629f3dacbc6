import { Cursors } from '../../shared/pages.ts'

/** The position of a chair in the order of the chairs. */
export interface ChairPlace {
  readonly position: number
  readonly id: string
}

/** A position in the order of free times: by start, in epoch milliseconds, then by chair, then by member. */
export interface OpeningPlace extends ChairPlace {
  readonly startAt: number
  /** The member who is free, or `nobody`. */
  readonly practitionerId: string
}

/** Stands for the member of a free time that needs no member. In the order, it is before every member. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/** The position before all free times that start at this moment, in epoch milliseconds. */
export const placeBefore = (startAt: number): OpeningPlace => ({
  startAt,
  position: -1,
  id: nobody,
  practitionerId: nobody,
})

/** Whether a position is after another one. */
export function isBehind(place: OpeningPlace, other: OpeningPlace): boolean {
  if (place.startAt !== other.startAt) return place.startAt > other.startAt
  if (place.position !== other.position) return place.position > other.position
  return place.id === other.id ? place.practitionerId > other.practitionerId : place.id > other.id
}

export const openingCursors = new Cursors<OpeningPlace>({
  startAt: Date.parse('2030-03-26T08:00:00.000Z'),
  position: 0,
  id: '01970000-0000-7000-8000-000000000003',
  practitionerId: nobody,
})
