/** The list of patients: what is looked for, and what was read. It stays as it is while one looks at a patient. */
import { computed, effect, signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import type { Patient } from '../../contract/names.ts'
import { resource } from '../../live/resource.ts'
import type { PatientQuery } from '../../parts/patient/asks.ts'
import { asks } from '../../parts/patient/find.ts'

const pageSize = 50
/** The API answers no more at once. */
const mostAtOnce = 200
const pauseMs = 150

export const text = signal('')
export const status = signal('')
export const tagId = signal('')
/** How far each query was read. The list shows what the first query found, then what the next one found. */
interface Reach {
  readonly query: PatientQuery
  readonly read: number
  readonly done: boolean
}

interface Found {
  readonly patients: readonly Patient[]
  /** How many fit; undefined where nobody counted. */
  readonly total: number | undefined
  readonly reaches: readonly Reach[]
}

/** Whether something else is looked for than what is shown. Then the list is read from its beginning only. */
let isOther = false
/** Waits until nobody types any more. */
let waits: ReturnType<typeof setTimeout> | undefined

/** The patients who fit, as much of the list as was asked for. The list of before stays until the new one is there. */
export const list = resource<Found>({ read: readList, kinds: ['patient'] })

/** Whether the list goes on. */
export const hasMore = computed(() => list.value?.reaches.some(({ done }) => !done) === true)

const filters = () => ({
  ...(status.value !== '' && { status: status.value }),
  ...(tagId.value !== '' && { tagId: tagId.value }),
})

/** The queries of the list now: none where the text says too little. */
const queries = (): readonly PatientQuery[] => (text.value.trim() === '' ? [{}] : asks(text.value))

/** Reads the list from its beginning, at least as much as is shown of it. */
async function readList(signal: AbortSignal): Promise<Found> {
  // Asked for again each time, because the list can grow meanwhile.
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

/** The first patient who fits what is typed now, also when the list on the screen is still the one of before. */
export async function firstFit(): Promise<Patient | undefined> {
  clearTimeout(waits)
  const asked = text.peek()
  await list.again()
  const isOfNow = list.trouble === undefined && !isOther && asked === text.peek()
  return isOfNow ? list.peek()?.patients[0] : undefined
}

/** Keeps the list true while it is open, until the answered function is called. */
export function followList(): () => void {
  let isFirst = true
  const stops = [
    effect(() => {
      void [text.value, status.value, tagId.value]
      clearTimeout(waits)
      // A list that was read before is not read again at once.
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
