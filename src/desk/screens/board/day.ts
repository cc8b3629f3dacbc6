/** The days on the board: read from the server, and changed at once by what is done here. They are kept in memory only. */
import { computed, effect, signal, untracked } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { addDays } from '../../base/time/dates.ts'
import type { Day, DayEntry } from '../../contract/names.ts'
import { whenChanged } from '../../live/changes.ts'
import { keepSame, repaint } from './keep-same.ts'
import { date, dates } from './view.ts'

/** So many days are kept. It is enough for two weeks and the neighbours. */
const mostKept = 16
/** After so long without a question, the neighbours are read, in milliseconds. */
const quietMs = 250
/** After a change elsewhere, the neighbours are read again, in milliseconds. */
const changedMs = 5_000

/** The newest picture of each day that is kept. */
const pictures = signal<ReadonlyMap<string, Day>>(new Map())

/** The picture of the day; undefined until it is there. */
export const day = computed(() => pictures.value.get(date.value))
/** The pictures of all days on the board; undefined until all are there. */
export const days = computed(() => {
  const shown = dates.value.map((each) => pictures.value.get(each))
  return shown.every((each) => each !== undefined) ? shown : undefined
})
/** Why the days could not be read; undefined when they could. */
export const trouble = signal<unknown>(undefined)

/** The number of the newest question for each day that is being read. */
const questions = new Map<string, number>()
let lastQuestion = 0
let paints = 0

/** Reads the days on the board anew. Failures go to `trouble`. */
export async function readDay(): Promise<void> {
  try {
    await Promise.all(dates.peek().map(readOne))
    trouble.value = undefined
  } catch (error) {
    trouble.value = error
  }
}

const askFor = (of: string | undefined): Promise<Day> =>
  ask((api) => api.GET('/api/v1/day', { params: { query: of === undefined ? {} : { date: of } } }))

let early: Promise<Day> | undefined

/**
 * Asks for a day before anything is drawn, so that the first board does not wait for one answer after another. Without a
 * day it is today, which only the server knows then. Resolves when the server has answered, or when it cannot.
 */
export async function askAhead(of: string | undefined): Promise<void> {
  early = askFor(of)
  // The board asks again, and tells of what is wrong then.
  const read = await early.catch(() => undefined)
  // A day that is there before anything is drawn is drawn at once.
  if (read !== undefined && !pictures.peek().has(read.date)) keep(read.date, read)
}

/** What was asked for early, once, if it is this day. */
async function takeAhead(of: string): Promise<Day | undefined> {
  const asked = early
  early = undefined
  const read = await asked?.catch(() => undefined)
  return read?.date === of ? read : undefined
}

/** Of several answers for a day, only the one to the newest question is kept. @throws Failure. */
async function readOne(of: string): Promise<void> {
  const question = ++lastQuestion
  const painted = paints
  questions.set(of, question)
  try {
    const read = (await takeAhead(of)) ?? (await askFor(of))
    const older = pictures.peek().get(of)
    if (questions.get(of) !== question) return
    // An answer from before a change that was painted meanwhile would take the change back for a moment.
    if (painted === paints || older === undefined) keep(of, keepSame(older, read))
    else await readOne(of)
  } finally {
    if (questions.get(of) === question) questions.delete(of)
  }
}

function keep(of: string, picture: Day): void {
  if (pictures.peek().get(of) === picture) return
  const next = new Map(pictures.peek())
  next.delete(of)
  next.set(of, picture)
  for (const old of next.keys()) {
    if (next.size <= mostKept) break
    if (!dates.peek().includes(old)) next.delete(old)
  }
  pictures.value = next
}

/** Changes the pictures at once, before the server has answered. Answers of questions asked before are not shown. */
export function paint(change: (entries: readonly DayEntry[]) => readonly DayEntry[]): void {
  paints++
  const names = [...pictures.peek().keys()]
  const painted = repaint([...pictures.peek().values()], change)
  pictures.value = new Map(painted.map((picture, i) => [names[i]!, picture]))
}

/** The entry with this id, on any day that is kept. */
export function entryOf(id: string): DayEntry | undefined {
  for (const { entries, withoutChair } of pictures.value.values()) {
    const found = entries.find((entry) => entry.id === id) ?? withoutChair.find((entry) => entry.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

let timer: ReturnType<typeof setTimeout> | undefined
const stale = new Set<string>()

/** Reads the days before and after, so that they stand at once when they are asked for. */
function readAhead(inMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    const shown = dates.peek()
    if (shown.length > 1) return
    for (const neighbour of [addDays(shown[0]!, 1), addDays(shown[0]!, -1)])
      if (!pictures.peek().has(neighbour) || stale.delete(neighbour)) readOne(neighbour).catch(() => {})
  }, inMs)
}

/** Keeps the picture true while the board is open, until the answered function is called. */
export function followDay(): () => void {
  const stops = [
    effect(() => {
      void dates.value
      void untracked(readDay).then(() => readAhead(quietMs))
    }),
    whenChanged(() => {
      for (const of of pictures.peek().keys()) if (!dates.peek().includes(of)) stale.add(of)
      void readDay()
      readAhead(changedMs)
    }),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
