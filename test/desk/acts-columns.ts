/** Columns of a board, for tests of acts on the board. */
import type { DayEntry } from '../../src/desk/contract/names.ts'
import type { Column } from '../../src/desk/screens/board/column.ts'
import { dayGrid, dayOf } from '../../src/domain/day-grid.ts'

export const iso = (ms: number): string => new Date(ms).toISOString()

/** The instant of a time `HH:MM` in UTC, on Monday, 2 March 2026, in epoch milliseconds. */
export const at = (time: string): number => Date.parse(`2026-03-02T${time}:00Z`)

/** A column with the whole day of a practice, in slots of a quarter of an hour. */
export function columnOn(date: string, timezone: string, more: Partial<Column> = {}): Column {
  const slotMs = 900_000
  const { startAt: from, endAt: to } = dayOf(date, timezone)
  const rows = dayGrid(date, timezone, 15).map((row) => ({ ...row, at: iso(row.at) }))
  const grid = { from, to, slotMs, rows } as unknown as Column['grid']
  const hours = [{ startAt: iso(from), endAt: iso(to) }]
  const column = {
    key: date,
    date,
    timezone,
    chairId: 'chair',
    title: '',
    grid,
    hours,
    closures: [],
    absences: [],
    entries: [],
    cancelled: [],
  }
  return { ...column, ...more } as unknown as Column
}

/** A column of that Monday with hours from 8:00 to 17:00 in UTC. */
export const monday = (more: Partial<Column> = {}): Column =>
  columnOn('2026-03-02', 'UTC', { hours: [{ startAt: iso(at('08:00')), endAt: iso(at('17:00')) }], ...more })

export const entryAt = (id: string, from: string, to: string, more: Partial<DayEntry> = {}): DayEntry =>
  ({
    id,
    type: 'appointment',
    chairId: 'chair',
    startAt: iso(at(from)),
    endAt: iso(at(to)),
    ...more,
  }) as DayEntry
