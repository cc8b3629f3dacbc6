/** The free times that are proposed to patients whose appointment cannot stay. */
import { computed } from '@preact/signals'
import { api } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import type { InboxItem } from '../../contract/names.ts'
import type { components, paths } from '../../contract/openapi.ts'
import { needTypes, offeredType } from '../../live/appointment-types.ts'
import { resource } from '../../live/resource.ts'
import { isInTheWay, mostProposed, propose } from './propose.ts'
import { inbox } from './state.ts'

export type NewTime = components['schemas']['Opening']
type Displaced = NonNullable<InboxItem['displaced']>
type Query = NonNullable<paths['/api/v1/openings']['get']['parameters']['query']>

/** The wish for a free time. Items with the same wish share one request. */
interface Wish {
  readonly typeId: string | null
  readonly minutes: number
  readonly practitionerId: string | null
}

/** How many free times a page has, how many pages are read for a wish, and how many chairs a request may name. */
const [pageSize, mostPages, mostChairs] = [100, 5, 50]

const times = resource<ReadonlyMap<string, readonly NewTime[]>>({
  read: async (signal) => {
    const alike = Map.groupBy(waiting(), (item) => keyOf(wishOf(item)))
    const found = [...alike].map(
      async ([key, items]) => [key, await findTimes(JSON.parse(key), items, signal)] as const,
    )
    return new Map(await Promise.all(found))
  },
  // The inbox is read again after each change. So it is enough to read the times when the wishes in the inbox change.
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
  // An appointment whose length differs from its type keeps its length, so the search is by length.
  const isUsual = type !== undefined && (usual ?? type.durationMinutes) === minutes
  return { typeId: isUsual ? type.id : null, minutes, practitionerId }
}

/**
 * Free times for the patients with this wish, by start. The first page has times of all chairs. In a large practice,
 * many of these times are at the same moment, and a practitioner can take only one. So pages of the patients' own
 * chairs follow, until the times are enough.
 */
async function findTimes(wish: Wish, items: readonly InboxItem[], signal: AbortSignal): Promise<NewTime[]> {
  const { typeId, minutes, practitionerId } = wish
  const find = (query: Query) =>
    api.GET('/api/v1/openings', {
      params: {
        query: {
          ...(typeId === null ? { durationMinutes: minutes } : { appointmentTypeId: typeId }),
          ...query,
          limit: pageSize,
        },
      },
      signal,
    })
  let member: Query = practitionerId === null ? {} : { practitionerId }
  const { openings } = await find(member).catch((error: unknown) => {
    if (practitionerId === null || !failedBy(error, 'validation_failed')) throw error
    // A practitioner who has left has no free times. So the search is repeated without a practitioner.
    member = {}
    return find(member)
  })
  const own = [...new Set(items.flatMap(({ displaced }) => displaced!.chairId ?? []))].slice(0, mostChairs)
  let more: Query | null = own.length === 0 ? null : { ...member, chairIds: own.join() }
  for (let page = 1; page < mostPages && more !== null && !suffices(openings); page++) {
    const { openings: next, nextCursor }: components['schemas']['OpeningList'] = await find(more)
    openings.push(...next)
    more = nextCursor === null ? null : { ...more, cursor: nextCursor }
  }
  return openings.sort((a, b) => Date.parse(a.startAt) - Date.parse(b.startAt))
}

/** Whether the times would be enough if all waiting patients had the same wish. */
const suffices = (times: readonly NewTime[]): boolean =>
  propose(waiting().map(() => times)).every(({ length }) => length === mostProposed)

/** The proposed times of each item, by the id of its record. */
const proposals = computed(() => {
  const known = waiting().flatMap((item) => {
    const found = times.value?.get(keyOf(wishOf(item)))
    return found === undefined ? [] : [{ item, found }]
  })
  const proposed = propose(known.map(({ found }) => found))
  return new Map(known.map(({ item: { recordId } }, i) => [recordId, proposed[i]!]))
})

/** The proposed times for an item. Undefined until they are read. */
export const timesFor = ({ recordId }: InboxItem): readonly NewTime[] | undefined =>
  proposals.value.get(recordId)

/**
 * Runs `send`, which gives a time to a patient. Meanwhile the time is not proposed to other patients, even if an older
 * answer contains it.
 * @throws what `send` throws.
 */
export function giveTime<A>(time: NewTime, send: () => Promise<A>): Promise<A> {
  times.paint(
    (all) => new Map([...all].map(([key, some]) => [key, some.filter((one) => !isInTheWay(one, time))])),
  )
  return times.inTurn(send)
}

/** Keeps the proposals up to date until the returned function is called. */
export function followNewTimes(): () => void {
  needTypes()
  return times.follow()
}
