/** The one entry of the board that the Tab key reaches, and the entries that the arrow keys reach from there. */
import { signal } from '@preact/signals'
import type { Column, OnBoard } from './column.ts'

/** The id of the entry that has the focus, or had it last. */
export const focused = signal<string | null>(null)

/** A column with all entries and cancelled appointments that keys can reach, by start. */
export type Reached = Pick<Column, 'key' | 'date'> & { readonly entries: readonly OnBoard[] }

type Columns = readonly Pick<Reached, 'entries'>[]
type Dated = readonly Reached[]

/** The last known position of an entry: its column, its day, and its start in epoch milliseconds. */
export interface Stood {
  readonly key: string
  readonly date: string
  readonly startAt: number
}

/** The position of an entry on the board now; undefined when the entry is not on the board. */
export function standsAt(columns: Dated, id: string | null): Stood | undefined {
  for (const { key, date, entries } of columns) {
    const entry = entries.find((each) => each.id === id)
    if (entry !== undefined) return { key, date, startAt: Date.parse(entry.startAt) }
  }
  return undefined
}

/**
 * The id of the entry that the Tab key reaches: the entry that had the focus. When that entry has left the board, Tab
 * reaches the entry of its old column that is nearest in time. When there is no such entry, Tab reaches the first entry
 * that has not ended.
 */
export function tabStopOf(columns: Dated, had: string | null, now: number, stood?: Stood): string | null {
  const all = columns.flatMap(({ entries }) => entries)
  if (had !== null && all.some(({ id }) => id === had)) return had
  const left = stood && columns.find(({ key, date }) => key === stood.key && date === stood.date)?.entries
  if (left !== undefined && left.length > 0) return nearest(left, stood!.startAt).id
  return (all.find(({ endAt }) => Date.parse(endAt) > now) ?? all[0])?.id ?? null
}

/** The entry that a key moves to from another entry; undefined when there is none. */
export function entryTowards(columns: Columns, from: string, key: string): OnBoard | undefined {
  const at = columns.findIndex(({ entries }) => entries.some(({ id }) => id === from))
  if (at < 0) return undefined
  const { entries } = columns[at]!
  const i = entries.findIndex(({ id }) => id === from)
  const beside = (others: Columns) => {
    const column = others.find((one) => one.entries.length > 0)
    return column && nearest(column.entries, Date.parse(entries[i]!.startAt))
  }
  switch (key) {
    case 'ArrowDown':
      return entries[i + 1]
    case 'ArrowUp':
      return entries[i - 1]
    case 'Home':
      return entries[0]
    case 'End':
      return entries.at(-1)
    case 'ArrowRight':
      return beside(columns.slice(at + 1))
    case 'ArrowLeft':
      return beside(columns.slice(0, at).reverse())
    default:
      return undefined
  }
}

const dayMs = 86_400_000

/** The entry whose start is nearest. Only the time of day counts, so the entries may be of another day. */
function nearest(entries: readonly OnBoard[], start: number): OnBoard {
  const far = ({ startAt }: OnBoard) => {
    const apart = Math.abs(Date.parse(startAt) - start) % dayMs
    return Math.min(apart, dayMs - apart)
  }
  return entries.reduce((best, entry) => (far(entry) < far(best) ? entry : best))
}
