/** The columns of the board. The day has one for each chair; the week of one chair has one for each day. */
import type { Day, DayChair, DayEntry } from '../api/names.ts'
import { words } from '../words/words.ts'
import { type Grid, gridOf } from './grid.ts'

export interface Column {
  /** Names the column on the screen, such as the id of the chair. */
  readonly key: string
  readonly date: string
  /** Null for the column of entries without a chair. */
  readonly chairId: string | null
  readonly title: string
  readonly grid: Grid
  /** When the chair is open. The column without a chair is always open. */
  readonly hours: DayChair['hours']
  readonly closures: DayChair['closures']
  readonly entries: readonly DayEntry[]
}

const withoutChairKey = 'none'

/** The columns of a day: the chairs in order, and last the entries without a chair, if there are any. */
export function columnsOf(day: Day, slotMinutes: number): readonly Column[] {
  const grid = gridOf(day, slotMinutes)
  const chairs = day.chairs.map(
    (chair): Column => ({
      key: chair.id,
      date: day.date,
      chairId: chair.id,
      title: chair.name,
      grid,
      hours: chair.hours,
      closures: chair.closures,
      entries: day.entries.filter(({ chairId }) => chairId === chair.id),
    }),
  )
  if (day.withoutChair.length === 0) return chairs
  const loose: Column = {
    key: withoutChairKey,
    date: day.date,
    chairId: null,
    title: words.value.board.withoutChair,
    grid,
    hours: [{ startAt: day.dayStart, endAt: day.dayEnd }],
    closures: [],
    entries: day.withoutChair,
  }
  return [...chairs, loose]
}
