/** The one entry of the board that the Tab key reaches, and where the arrows lead from it. */
import { signal } from '@preact/signals'
import type { Column, OnBoard } from './column.ts'

/** The id of the entry that has or last had the focus. */
export const focused = signal<string | null>(null)

/** A column with all that keys can reach in it, by start. */
export type Reached = Pick<Column, 'key' | 'date'> & { readonly entries: readonly OnBoard[] }

type Columns = readonly Pick<Reached, 'entries'>[]
type Dated = readonly Reached[]

/** Where an entry stood: in which column of which day, and from when, in epoch milliseconds. */
export interface Stood {
  readonly key: string
  readonly date: string
  readonly startAt: number
}

/** Where an entry stands now; undefined where it does not. */
export function standsAt(columns: Dated, id: string | null): Stood | undefined {
  for (const { key, date, entries } of columns) {
    const entry = entries.find((each) => each.id === id)
    if (entry !== undefined) return { key, date, startAt: Date.parse(entry.startAt) }
  }
  return undefined
}

/**
 * The id of the entry that the Tab key reaches: the one that had the focus, or the nearest to where it stood until it left.
 * Else the first that has not ended.
 */
export function tabStopOf(columns: Dated, had: string | null, now: number, stood?: Stood): string | null {
  const all = columns.flatMap(({ entries }) => entries)
  if (had !== null && all.some(({ id }) => id === had)) return had
  const left = stood && columns.find(({ key, date }) => key === stood.key && date === stood.date)?.entries
  if (left !== undefined && left.length > 0) return nearest(left, stood!.startAt).id
  return (all.find(({ endAt }) => Date.parse(endAt) > now) ?? all[0])?.id ?? null
}

/** The entry to which a key leads from another one; undefined where there is none. */
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

/** The entry with the nearest start by the time of day, so that it works from one day to the next, too. */
function nearest(entries: readonly OnBoard[], start: number): OnBoard {
  const far = ({ startAt }: OnBoard) => {
    const apart = Math.abs(Date.parse(startAt) - start) % dayMs
    return Math.min(apart, dayMs - apart)
  }
  return entries.reduce((best, entry) => (far(entry) < far(best) ? entry : best))
}
