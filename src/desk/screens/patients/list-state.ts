/** The list of patients: what is looked for, and what was read. It stays as it is while one looks at a patient. */
import { effect, signal, untracked } from '@preact/signals'
import { ask } from '../../api/api.ts'
import type { Patient } from '../../contract/names.ts'
import { whenKindsChanged } from '../../live/changes.ts'
import { questions } from '../../live/newest.ts'
import type { PatientQuery } from './asks.ts'
import { asks } from './find.ts'

const pageSize = 50
/** The API answers no more at once. */
const mostAtOnce = 200
const pauseMs = 150

export const text = signal('')
export const status = signal('')
export const tagId = signal('')
/** Undefined until the first page is there. */
export const patients = signal<readonly Patient[] | undefined>(undefined)
/** How many fit; undefined where nobody counted. */
export const total = signal<number | undefined>(undefined)
export const trouble = signal<unknown>(undefined)

/** How far each query was read. The finds of several queries stand one behind another. */
interface Reach {
  readonly query: PatientQuery
  readonly read: number
  readonly done: boolean
}
let reaches: readonly Reach[] = []
export const hasMore = signal(false)
const lists = questions()
/** Waits until nobody types any more. */
let waits: ReturnType<typeof setTimeout> | undefined
let reading = false

const filters = () => ({
  ...(status.value !== '' && { status: status.value }),
  ...(tagId.value !== '' && { tagId: tagId.value }),
})

/** The queries of the list now: none where the text says too little. */
const queries = (): readonly PatientQuery[] => (text.value.trim() === '' ? [{}] : asks(text.value))

/** Reads the list from its beginning, at least so far as it was read before when `keep` is set. */
async function readList(keep: boolean): Promise<void> {
  const isNewest = lists.next()
  // Asked for anew each time, because the list can grow meanwhile.
  const least = () => (keep ? (patients.value?.length ?? 0) : 0)
  try {
    const fresh: Patient[] = []
    let count = 0
    const reached: Reach[] = []
    for (const query of queries()) {
      let read = 0
      let done = false
      do {
        const limit = Math.min(mostAtOnce, Math.max(pageSize, least() - fresh.length))
        const page = await readPage(query, read, limit)
        if (!isNewest()) return
        fresh.push(...page.patients)
        read += page.patients.length
        done = page.patients.length < limit
        if (page.total !== undefined) count += page.total
      } while (!done && fresh.length < least())
      reached.push({ query, read, done })
    }
    reaches = reached
    const unique = withoutTwice(fresh)
    patients.value = unique
    // Somebody whom two queries found was counted twice.
    total.value = reached.every(({ done }) => done) ? unique.length : count
    hasMore.value = reached.some(({ done }) => !done)
    trouble.value = undefined
  } catch (error) {
    if (isNewest()) trouble.value = error
  }
}

/** Reads the next page, if there is one. */
export async function readMore(): Promise<void> {
  const next = reaches.find(({ done }) => !done)
  if (next === undefined || reading) return
  reading = true
  const isNewest = lists.now()
  try {
    const page = await readPage(next.query, next.read, pageSize)
    if (!isNewest()) return
    const read = next.read + page.patients.length
    reaches = reaches.map((reach) =>
      reach === next ? { ...next, read, done: page.patients.length < pageSize } : reach,
    )
    patients.value = withoutTwice([...(patients.value ?? []), ...page.patients])
    hasMore.value = reaches.some(({ done }) => !done)
    trouble.value = undefined
  } catch (error) {
    if (isNewest()) trouble.value = error
  } finally {
    reading = false
  }
}

const readPage = (query: PatientQuery, offset: number, limit: number) =>
  ask((api) =>
    api.GET('/api/v1/patients', {
      params: { query: { ...query, ...filters(), offset, limit, ...(offset === 0 && { count: true }) } },
    }),
  )

const withoutTwice = (all: readonly Patient[]): readonly Patient[] => [
  ...new Map(all.map((patient) => [patient.id, patient])).values(),
]

/** Reads the list anew after a failure. */
export const readAgain = (): void => void readList(true)

/** The first patient who fits what is typed now, also when the list on the screen is still the one of before. */
export async function firstFit(): Promise<Patient | undefined> {
  clearTimeout(waits)
  await readList(false)
  return patients.value?.[0]
}

/** Keeps the list true while it is open, until the answered function is called. */
export function followList(): () => void {
  let first = true
  const stops = [
    effect(() => {
      void [text.value, status.value, tagId.value]
      clearTimeout(waits)
      // The list of before stays on the screen until the new one is there.
      // What was read before is no reason to read again.
      if (first) untracked(() => void readList(true))
      else waits = setTimeout(() => void readList(false), pauseMs)
      first = false
    }),
    whenKindsChanged(['patient'], () => void readList(true)),
  ]
  return () => {
    clearTimeout(waits)
    for (const stop of stops) stop()
  }
}
