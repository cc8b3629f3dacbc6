/** The columns of the board. The day has one for each chair; a week has one for each day. */
import { sayDate } from '../../base/time/say.ts'
import type { Day, DayChair, DayEntry, FoundAppointment } from '../../contract/names.ts'
import type { WeekOf } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { type ClockChange, clockChangeOf, type Grid, gridOf, gridsOf } from './grid.ts'

export interface Column {
  /** The key of the column on the screen, such as the id of the chair. */
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
  /** Who is away on the day of the column. */
  readonly absences: Day['absences']
  readonly entries: readonly DayEntry[]
  /** The cancelled appointments, by start. Empty while nobody wants to see them. */
  readonly cancelled: readonly FoundAppointment[]
}

/** An entry, or an appointment that was cancelled. A column shows both. */
export type OnBoard = DayEntry | FoundAppointment

/** All entries and cancelled appointments of a column, by start. */
export const allIn = ({ entries, cancelled }: Pick<Column, 'entries' | 'cancelled'>): readonly OnBoard[] =>
  cancelled.length === 0 ? entries : [...entries, ...cancelled].sort(byStart)

const byStart = (a: OnBoard, b: OnBoard): number => Date.parse(a.startAt) - Date.parse(b.startAt)

const withoutChairKey = 'none'

/** The columns of a day: the chairs in order, and last the entries without a chair, if there are any. */
export function columnsOf(
  day: Day,
  slotMinutes: number,
  cancelled: readonly FoundAppointment[] = [],
): readonly Column[] {
  const gone = goneOn(day, cancelled)
  const goneByChair = Map.groupBy(gone, ({ chairId }) => chairId)
  const grid = gridOf(day, slotMinutes, gone)
  const { date, timezone, absences } = day
  const shared = { date, timezone, absences, grid, clockChange: clockChangeOf(day) }
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
      cancelled: goneByChair.get(chair.id) ?? [],
    }),
  )
  if (day.withoutChair.length === 0 && !goneByChair.has(null)) return chairs
  const loose: Column = {
    ...shared,
    key: withoutChairKey,
    chairId: null,
    title: words.value.board.withoutChair,
    color: null,
    hours: [{ startAt: day.dayStart, endAt: day.dayEnd }],
    closures: [],
    entries: day.withoutChair,
    cancelled: goneByChair.get(null) ?? [],
  }
  return [...chairs, loose]
}

/**
 * The columns of a week of one chair, of one member, or of all chairs. Each day has its own grid, because days differ
 * in length. The week of a member shows the member's absences in the same way as closures.
 */
export function weekColumnsOf(
  days: readonly Day[],
  of: WeekOf,
  slotMinutes: number,
  cancelled: readonly FoundAppointment[] = [],
): readonly Column[] {
  const own = days.map((day) => ofWeek(day, of))
  const all = cancelled.filter(belongsTo(of))
  const gone = days.map((day) => goneOn(day, all))
  const grids = gridsOf(own, slotMinutes, gone)
  return own.map((day, i): Column => {
    const chair = of.chairId === undefined ? undefined : day.chairs[0]
    return {
      key: day.date,
      date: day.date,
      timezone: day.timezone,
      chairId: of.chairId ?? null,
      title: sayDate(day.date, 'short'),
      color: chair?.color ?? null,
      grid: grids[i]!,
      clockChange: clockChangeOf(day),
      hours: hoursOf(day.chairs),
      closures: [...closedEverywhere(day.chairs), ...awayOn(day, of)],
      absences: day.absences,
      entries: day.entries,
      cancelled: gone[i]!,
    }
  })
}

/** A day with only the chairs and entries that belong to a week. */
function ofWeek(day: Day, of: WeekOf): Day {
  const { chairId } = of
  return {
    ...day,
    chairs: chairId === undefined ? day.chairs : day.chairs.filter(({ id }) => id === chairId),
    entries: [...day.entries, ...day.withoutChair].filter(belongsTo(of)).sort(byStart),
    withoutChair: [],
  }
}

/** Whether an entry or a cancelled appointment belongs to the chair or the member of a week. */
export const belongsTo =
  ({ chairId, memberId }: WeekOf) =>
  (one: OnBoard): boolean =>
    (chairId === undefined || one.chairId === chairId) &&
    (memberId === undefined || one.practitionerId === memberId)

/**
 * The cancelled appointments of a day. Appointments that were brought back are left out, even before the server has
 * answered.
 */
function goneOn(day: Day, cancelled: readonly FoundAppointment[]): readonly FoundAppointment[] {
  const back = new Set([...day.entries, ...day.withoutChair].map(({ id }) => id))
  const [from, to] = [Date.parse(day.dayStart), Date.parse(day.dayEnd)]
  return cancelled.filter(
    ({ id, startAt }) => !back.has(id) && Date.parse(startAt) >= from && Date.parse(startAt) < to,
  )
}

/** The opening hours of some chairs. Equal hours are listed once. */
const hoursOf = (chairs: readonly DayChair[]): DayChair['hours'] => [
  ...new Map(chairs.flatMap(({ hours }) => hours).map((open) => [open.startAt + open.endAt, open])).values(),
]

/** The closures that all of these chairs have in common. */
const closedEverywhere = ([first, ...others]: readonly DayChair[]): DayChair['closures'] =>
  first?.closures.filter(({ id }) => others.every(({ closures }) => closures.some((one) => one.id === id))) ??
  []

const awayOn = ({ absences }: Day, { memberId }: WeekOf): DayChair['closures'] =>
  absences
    .filter(({ practitionerId }) => practitionerId === memberId)
    .map(({ id, name, reason, startAt, endAt }) => ({ id, name: reason ?? name, startAt, endAt }))
