/** Searches for free times. */
import { api } from '../../api/api.ts'
import type { components } from '../../contract/openapi.ts'

export type Opening = components['schemas']['Opening']
export type Reason = components['schemas']['FreeTimeReason']
type Weekday = NonNullable<components['schemas']['CreateWaiting']['weekdays']>[number]

/** The days of a week as the API names them, from Monday on. */
export const weekdays: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The parts of a day, in the local time of the practice. */
export const partsOfDay = {
  any: null,
  morning: { start: '00:00', end: '12:00' },
  afternoon: { start: '12:00', end: '24:00' },
} as const
export type PartOfDay = keyof typeof partsOfDay

/** The filters for free times. An empty list of weekdays means every day. */
export interface FreeSearch {
  readonly minutes: number
  /** The appointment type; null when only the length counts. */
  readonly typeId: string | null
  /** The member who must be free; null for any member. */
  readonly memberId: string | null
  /** Null for any chair. */
  readonly chairId: string | null
  /** `YYYY-MM-DD`. */
  readonly from: string
  readonly part: PartOfDay
  readonly weekdays: readonly Weekday[]
}

const mostShown = 10

/** The next free times, and the cursor of the next page. @throws Failure. */
export function findOpenings(search: FreeSearch, cursor: string | null, signal?: AbortSignal) {
  const part = partsOfDay[search.part]
  const query = {
    ...(search.typeId === null ? { durationMinutes: search.minutes } : { appointmentTypeId: search.typeId }),
    from: search.from,
    limit: mostShown,
    ...(search.memberId !== null && { practitionerId: search.memberId }),
    ...(search.chairId !== null && { chairIds: search.chairId }),
    ...(part !== null && { between: `${part.start}-${part.end}` }),
    ...(search.weekdays.length > 0 && { weekdays: search.weekdays.join() }),
    ...(cursor !== null && { cursor }),
  }
  return api.GET('/api/v1/openings', { params: { query }, ...(signal && { signal }) })
}

/** The reasons for which a time on a chair is not offered. Instants are epoch milliseconds. @throws Failure. */
export async function findReasons(
  chairId: string,
  startAt: number,
  endAt: number,
  typeId: string | null,
  signal: AbortSignal,
): Promise<readonly Reason[]> {
  const query = {
    chairId,
    startAt: new Date(startAt).toISOString(),
    endAt: new Date(endAt).toISOString(),
    ...(typeId !== null && { appointmentTypeId: typeId }),
  }
  return (await api.GET('/api/v1/openings/why', { params: { query }, signal })).reasons
}
