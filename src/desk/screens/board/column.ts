/** The columns of the board. The day has one for each chair; the week of one chair has one for each day. */
import { sayDate } from '../../base/time/say.ts'
import type { Day, DayChair, DayEntry } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { type ClockChange, clockChangeOf, type Grid, gridOf, gridsOf } from './grid.ts'

export interface Column {
  /** Names the column on the screen, such as the id of the chair. */
  readonly key: string
  readonly date: string
  readonly timezone: string
  /** Null for the column of entries without a chair. */
  readonly chairId: string | null
  readonly title: string
  /** The colour of the chair; null for none. */
  readonly color: string | null
  readonly grid: Grid
  readonly clockChange: ClockChange | undefined
  /** When the chair is open. The column without a chair is always open. */
  readonly hours: DayChair['hours']
  readonly closures: DayChair['closures']
  readonly entries: readonly DayEntry[]
}

const withoutChairKey = 'none'

/** The columns of a day: the chairs in order, and last the entries without a chair, if there are any. */
export function columnsOf(day: Day, slotMinutes: number): readonly Column[] {
  const grid = gridOf(day, slotMinutes)
  const shared = { date: day.date, timezone: day.timezone, grid, clockChange: clockChangeOf(day) }
  const byChair = Map.groupBy(day.entries, ({ chairId }) => chairId)
  const chairs = day.chairs.map(
    (chair): Column => ({
      ...shared,
      key: chair.id,
      chairId: chair.id,
      title: chair.name,
      color: chair.color,
      hours: chair.hours,
      closures: chair.closures,
      entries: byChair.get(chair.id) ?? [],
    }),
  )
  if (day.withoutChair.length === 0) return chairs
  const loose: Column = {
    ...shared,
    key: withoutChairKey,
    chairId: null,
    title: words.value.board.withoutChair,
    color: null,
    hours: [{ startAt: day.dayStart, endAt: day.dayEnd }],
    closures: [],
    entries: day.withoutChair,
  }
  return [...chairs, loose]
}

/** The columns of the days of one chair. Each has a grid of its own, for days differ in length. */
export function weekColumnsOf(days: readonly Day[], chairId: string, slotMinutes: number): readonly Column[] {
  const own = days.map((day) => ({
    ...day,
    chairs: day.chairs.filter(({ id }) => id === chairId),
    entries: day.entries.filter((entry) => entry.chairId === chairId),
    withoutChair: [],
  }))
  const grids = gridsOf(own, slotMinutes)
  return own.map((day, i): Column => {
    const chair = day.chairs[0]
    return {
      key: day.date,
      date: day.date,
      timezone: day.timezone,
      chairId,
      title: sayDate(day.date, 'short'),
      color: chair?.color ?? null,
      grid: grids[i]!,
      clockChange: clockChangeOf(day),
      hours: chair?.hours ?? [],
      closures: chair?.closures ?? [],
      entries: day.entries,
    }
  })
}
