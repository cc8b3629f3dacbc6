/**
 * The days on the board. They are read from the server, and changed at once by acts on this desk. They are kept in
 * memory only. The picture of a day is its data, as the board shows them.
 */
import { batch, computed, effect, signal, untracked } from '@preact/signals'
import { api } from '../api/api.ts'
import { addDays } from '../base/time/dates.ts'
import type { Day, DayEntry } from '../contract/names.ts'
import { whenChanged } from './changes.ts'
import { keepSame, repaint } from './keep-same.ts'
import { type Resource, resource } from './resource.ts'
import { date, dates } from './shown-days.ts'

/** The most days that are kept. It is enough for two weeks and the neighbours. */
const mostKept = 16
/** How long the board must be quiet before the days beside it are read, in milliseconds. */
const quietMs = 250
/** How long after a change elsewhere the days beside this one are read again, in milliseconds. */
const changedMs = 5_000

/** The days that are kept, by date. */
const kept = signal<ReadonlyMap<string, Resource<Day>>>(new Map())

const pictureOf = (of: string): Day | undefined => kept.value.get(of)?.value

/** The picture of the day; undefined until it is read. */
export const day = computed(() => pictureOf(date.value))
/** The pictures of all days on the board; undefined until all are read. */
export const days = computed(() => {
  const shown = dates.value.map(pictureOf)
  return shown.every((each) => each !== undefined) ? shown : undefined
})
/** Why a day on the board could not be read; undefined when all could. */
export const trouble = computed(() =>
  dates.value.map((each) => kept.value.get(each)?.trouble).find((each) => each !== undefined),
)

/** Returns a day, which is kept from now on. When too many days are kept, the oldest day is removed. */
function keepDay(of: string): Resource<Day> {
  const known = kept.peek().get(of)
  if (known !== undefined) return known
  const made = resource<Day>({
    read: async () => (await takeAhead(of)) ?? (await dayAt(of)),
    keep: keepSame,
  })
  const next = new Map(kept.peek()).set(of, made)
  for (const old of next.keys()) {
    if (next.size <= mostKept) break
    if (old !== of && !dates.peek().includes(old)) next.delete(old)
  }
  kept.value = next
  return made
}

/** Reads the days on the board again. Failures go to `trouble`. */
export const readDay = (): Promise<void> => readUpTo(undefined)

/** Reads the days on the board again, except days that are known up to this cursor. */
async function readUpTo(cursor: string | undefined): Promise<void> {
  const days = dates.peek().map(keepDay)
  const old = days.filter((each) => cursor === undefined || each.peek()?.cursor !== cursor)
  await Promise.all(old.map((each) => each.again()))
}

/** Reads a day `YYYY-MM-DD` with everything on it; today when no day is given. @throws Failure. */
export const dayAt = (of: string | undefined): Promise<Day> =>
  api.GET('/api/v1/day', { params: { query: of === undefined ? {} : { date: of } } })

let early: Promise<Day> | undefined

/**
 * Requests a day before anything is drawn, so that the first board does not wait for one answer after another. Without
 * a day, it requests today, which only the server knows at this time. Resolves when the server has answered, or when it
 * cannot.
 */
export async function askAhead(of: string | undefined): Promise<void> {
  early = dayAt(of)
  // After a failure, the board sends the request again, and shows the problem itself.
  const read = await early.catch(() => undefined)
  if (read === undefined) return
  // A day that is read before anything is drawn appears with the first drawing.
  const shown = keepDay(read.date)
  if (shown.peek() === undefined) shown.show(read)
}

/** The answer to the early request, if it is about this day. It is returned once. */
async function takeAhead(of: string): Promise<Day | undefined> {
  const asked = early
  early = undefined
  const read = await asked?.catch(() => undefined)
  return read?.date === of ? read : undefined
}

/** Changes the pictures at once, before the server has answered. */
export function paint(change: (entries: readonly DayEntry[]) => readonly DayEntry[]): void {
  const shown = [...kept.peek().values()].filter((each) => each.peek() !== undefined)
  const painted = repaint(
    shown.map((each) => each.peek()!),
    change,
  )
  batch(() => {
    for (const [i, each] of shown.entries()) each.show(painted[i]!)
  })
}

/** The entry with this id, on any day that is kept. */
export function entryOf(id: string): DayEntry | undefined {
  for (const { value } of kept.value.values()) {
    const found = [value?.entries, value?.withoutChair].map((all) => all?.find((entry) => entry.id === id))
    if (found[0] ?? found[1]) return found[0] ?? found[1]
  }
  return undefined
}

let timer: ReturnType<typeof setTimeout> | undefined
const stale = new Set<string>()

/** Reads the days before and after the day on the board, so that the board can show them at once. */
function readAhead(inMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const shown = dates.peek()
    if (shown.length > 1) return
    for (const neighbour of [addDays(shown[0]!, 1), addDays(shown[0]!, -1)])
      if (keepDay(neighbour).peek() === undefined || stale.delete(neighbour)) void keepDay(neighbour).again()
  }, inMs)
}

/** Keeps the pictures up to date while the board is open, until the returned function is called. */
export function followDay(): () => void {
  const stops = [
    effect(() => {
      void dates.value
      void untracked(readDay).then(() => readAhead(quietMs))
    }),
    whenChanged((_, upTo) => {
      for (const of of kept.peek().keys()) if (!dates.peek().includes(of)) stale.add(of)
      void readUpTo(upTo)
      readAhead(changedMs)
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
