/** The lines of a day sheet: the entries, and the free and closed times between them. */
import type { Day, DayChair, DayEntry } from '../../contract/names.ts'

interface Span {
  readonly startAt: string
  readonly endAt: string
}

/** A line of a sheet. */
export type SheetRow =
  | (Span & { readonly kind: 'entry'; readonly entry: DayEntry })
  | (Span & { readonly kind: 'free' })
  | (Span & { readonly kind: 'closed'; readonly name: string })

/** The lines of a chair on a sheet, or of the entries without a chair. */
export interface ChairRows {
  readonly key: string
  /** Null for the entries without a chair. */
  readonly name: string | null
  readonly rows: readonly SheetRow[]
}

/** The shortest free time that gets its own line, in milliseconds. */
const shortest = 5 * 60_000

/**
 * The sheets of a day: the chairs in order, and last the entries without a chair. An inactive chair is included only
 * when it has entries. With a practitioner, the entries of others are left out, but their times do not count as free.
 */
export function chairRows(day: Day, practitionerId: string | null = null): ChairRows[] {
  const isShown = (row: SheetRow) =>
    practitionerId === null || row.kind !== 'entry' || row.entry.practitionerId === practitionerId
  const ofChairs = day.chairs
    .map((chair) => ({
      chair,
      entries: day.entries.filter(({ chairId }) => chairId === chair.id),
    }))
    .filter(({ chair, entries }) => chair.active || entries.length > 0)
    .map(({ chair, entries }) => ({
      key: chair.id,
      name: chair.name,
      rows: rowsOf(chair, entries).filter(isShown),
    }))
  const loose = day.withoutChair.map(entryRow).filter(isShown)
  return loose.length === 0 ? ofChairs : [...ofChairs, { key: 'none', name: null, rows: loose }]
}

/** The lines of a chair, by start. Reminders take no time of the chair. */
export function rowsOf(
  { hours, closures }: Pick<DayChair, 'hours' | 'closures'>,
  entries: readonly DayEntry[],
): SheetRow[] {
  const busy = entries.filter(({ type }) => type !== 'reminder')
  const free = hours.flatMap((opening) => freeIn(opening, busy))
  const closed = closures.map(({ name, startAt, endAt }) => ({
    kind: 'closed' as const,
    name,
    startAt,
    endAt,
  }))
  return [...closed, ...entries.map(entryRow), ...free].sort(
    (a, b) => Date.parse(a.startAt) - Date.parse(b.startAt),
  )
}

const entryRow = (entry: DayEntry): SheetRow => ({
  kind: 'entry',
  entry,
  startAt: entry.startAt,
  endAt: entry.endAt,
})

function freeIn(opening: Span, busy: readonly Span[]): SheetRow[] {
  const rows: SheetRow[] = []
  let from = Date.parse(opening.startAt)
  const add = (until: number) => {
    if (until - from >= shortest)
      rows.push({ kind: 'free', startAt: new Date(from).toISOString(), endAt: new Date(until).toISOString() })
  }
  const until = Date.parse(opening.endAt)
  const inside = busy
    .map(({ startAt, endAt }) => [Date.parse(startAt), Date.parse(endAt)] as const)
    .filter(([start, end]) => start < until && end > from)
    .sort(([a], [b]) => a - b)
  for (const [start, end] of inside) {
    add(start)
    from = Math.max(from, end)
  }
  add(until)
  return rows
}
