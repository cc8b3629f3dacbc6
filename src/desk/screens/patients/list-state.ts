/** The list of patients, and its search. The list and the search stay while the user looks at a patient's page. */
import { computed, effect, signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { Patient } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'
import type { PatientQuery } from '../../parts/patient/asks.ts'
import { asks } from '../../parts/patient/find.ts'

const pageSize = 50
/** The most patients in one answer of the API. */
const mostAtOnce = 200
const pauseMs = 150

export const text = signal('')
export const status = signal('')
export const tagId = signal('')
/** How much of the result of a query was read. The list shows the results of the queries one after another. */
interface Reach {
  readonly query: PatientQuery
  readonly read: number
  readonly done: boolean
}

interface Found {
  readonly patients: readonly Patient[]
  /** How many patients fit the search; undefined when the server did not count them. */
  readonly total: number | undefined
  readonly reaches: readonly Reach[]
}

/** Whether the search has changed since the list was read. After a change, only the first page of the list is read. */
let isOther = false
/** The timer that reads the list after a pause in typing. */
let waits: ReturnType<typeof setTimeout> | undefined

/** The part of the list that was read. The old list stays until the new list is read. */
export const list = resource<Found>({ read: readList, kinds: ['patient'] })

/** Whether the list has more patients to read. */
export const hasMore = computed(() => list.value?.reaches.some(({ done }) => !done) === true)

const filters = () => ({
  ...(status.value !== '' && { status: status.value }),
  ...(tagId.value !== '' && { tagId: tagId.value }),
})

/** The queries for the list now. An empty text asks for all patients. A text that is too short gives no queries. */
const queries = (): readonly PatientQuery[] => (text.value.trim() === '' ? [{}] : asks(text.value))

/** Reads the list from its beginning, at least as many patients as are shown now. */
async function readList(signal: AbortSignal): Promise<Found> {
  // `least` is a function, because the list can grow meanwhile.
  const least = () => (isOther ? 0 : (list.peek()?.patients.length ?? 0))
  const fresh: Patient[] = []
  let count = 0
  const reaches: Reach[] = []
  for (const query of queries()) {
    let read = 0
    let done = false
    do {
      const limit = Math.min(mostAtOnce, Math.max(pageSize, least() - fresh.length))
      const page = await readPage(query, read, limit)
      signal.throwIfAborted()
      fresh.push(...page.patients)
      read += page.patients.length
      done = page.patients.length < limit
      if (page.total !== undefined) count += page.total
    } while (!done && fresh.length < least())
    reaches.push({ query, read, done })
  }
  isOther = false
  const patients = withoutTwice(fresh)
  // A person found by two queries was counted twice.
  return { patients, total: reaches.every(({ done }) => done) ? patients.length : count, reaches }
}

/** Reads the next page, if there is one. */
export const readMore = (): Promise<void> =>
  list.grow(async (found) => {
    const next = found.reaches.find(({ done }) => !done)
    if (next === undefined) return found
    const page = await readPage(next.query, next.read, pageSize)
    const reached = { ...next, read: next.read + page.patients.length, done: page.patients.length < pageSize }
    return {
      ...found,
      patients: withoutTwice([...found.patients, ...page.patients]),
      reaches: found.reaches.map((reach) => (reach === next ? reached : reach)),
    }
  })

const readPage = (query: PatientQuery, offset: number, limit: number) =>
  api.GET('/api/v1/patients', {
    params: { query: { ...query, ...filters(), offset, limit, ...(offset === 0 && { count: true }) } },
  })

const withoutTwice = (all: readonly Patient[]): readonly Patient[] => [
  ...new Map(all.map((patient) => [patient.id, patient])).values(),
]

/**
 * The first patient who fits the text as it is typed now. The list is read again, because the shown list may still be
 * of an older text.
 */
export async function firstFit(): Promise<Patient | undefined> {
  clearTimeout(waits)
  const asked = text.peek()
  await list.again()
  const isOfNow = list.trouble === undefined && !isOther && asked === text.peek()
  return isOfNow ? list.peek()?.patients[0] : undefined
}

/** Keeps the list up to date until the returned function is called. */
export function followList(): () => void {
  let isFirst = true
  const stops = [
    effect(() => {
      void [text.value, status.value, tagId.value]
      clearTimeout(waits)
      // The first run of this effect is no change of the search. So it does not read the list again.
      if (!isFirst) {
        isOther = true
        waits = setTimeout(list.again, pauseMs)
      }
      isFirst = false
    }),
    list.follow(),
  ]
  return () => {
    clearTimeout(waits)
    for (const stop of stops) stop()
  }
}
