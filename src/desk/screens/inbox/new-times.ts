/** The free times that are proposed to patients whose appointment cannot stay. */
import { useEffect } from 'preact/hooks'
import { ask } from '../../api/api.ts'
import type { InboxItem } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { needTypes, offeredType } from '../../live/appointment-types.ts'
import { resource } from '../../live/resource.ts'
import { inbox } from './state.ts'

export type NewTime = components['schemas']['Opening']
type Displaced = NonNullable<InboxItem['displaced']>

/** What is looked for. Appointments with the same wish share one question. */
interface Wish {
  readonly typeId: string | null
  readonly minutes: number
  readonly practitionerId: string | null
}

/** How many free times are read for one wish, and how many are proposed to one patient. */
const [mostRead, mostProposed] = [100, 3]

const times = resource<ReadonlyMap<string, readonly NewTime[]>>({
  read: async (signal) => {
    const keys = [...new Set(waiting().map((item) => keyOf(wishOf(item))))]
    const found = await Promise.all(keys.map((key) => findTimes(JSON.parse(key), signal)))
    return new Map(keys.map((key, i) => [key, found[i]!]))
  },
  // The inbox is read again after each change. So the wishes follow it, and not the changes themselves.
  by: () =>
    waiting()
      .map((item) => keyOf(wishOf(item)))
      .join(),
  pauseMs: 2_000,
})

const waiting = () =>
  (inbox.value?.items ?? []).filter(({ kind, mark }) => kind === 'displaced' && mark === null)

const keyOf = (wish: Wish): string => JSON.stringify(wish)

function wishOf({ startAt, displaced }: InboxItem): Wish {
  const { endAt, appointmentTypeId, practitionerId } = displaced as Displaced
  const minutes = (Date.parse(endAt) - Date.parse(startAt!)) / 60_000
  const type = offeredType(appointmentTypeId)
  const usual = type?.practitioners?.find(({ memberId }) => memberId === practitionerId)?.durationMinutes
  // An appointment of another length than its kind keeps this length.
  const isUsual = type !== undefined && (usual ?? type.durationMinutes) === minutes
  return { typeId: isUsual ? type.id : null, minutes, practitionerId }
}

/** Free times that do not overlap, by start. Somebody who is no longer here has none, so the others are looked at. */
async function findTimes({ typeId, minutes, practitionerId }: Wish, signal: AbortSignal): Promise<NewTime[]> {
  const find = (member: string | null) =>
    ask((api) =>
      api.GET('/api/v1/openings', {
        params: {
          query: {
            ...(typeId === null ? { durationMinutes: minutes } : { appointmentTypeId: typeId }),
            ...(member !== null && { practitionerId: member }),
            limit: mostRead,
          },
        },
        signal,
      }),
    )
  const { openings } = await find(practitionerId).catch((error: unknown) => {
    if (practitionerId === null) throw error
    return find(null)
  })
  const taken = new Map<string, number>()
  return openings.filter(({ chairId, practitionerId: who, startAt, endAt }) => {
    const places = [chairId, who].filter((place) => place !== null)
    const isFree = places.every((place) => (taken.get(place) ?? 0) <= Date.parse(startAt))
    if (isFree) for (const place of places) taken.set(place, Date.parse(endAt))
    return isFree
  })
}

/**
 * The times that are proposed for an item. Each patient with the same wish is proposed another time first, so that one time
 * is not promised twice. Undefined until they are known.
 */
export function timesFor(item: InboxItem): readonly NewTime[] | undefined {
  const key = keyOf(wishOf(item))
  const all = times.value?.get(key)
  if (all === undefined) return undefined
  const alike = waiting().filter((one) => keyOf(wishOf(one)) === key)
  const first = alike.findIndex(({ recordId }) => recordId === item.recordId)
  return all.slice(first, first + mostProposed)
}

/** Keeps the proposals true while the list is shown. */
export function useNewTimes(): void {
  useEffect(() => {
    needTypes()
    return times.follow()
  }, [])
}
