/** Keeps the parts of a day that are the same in its newer data, so that only changed parts are drawn again. */
import type { Day, DayEntry } from '../contract/names.ts'

/**
 * Returns the newer day. Unchanged entries are the same objects as in the older day. If nothing has changed, it returns
 * the older day itself.
 */
export function keepSame(older: Day | undefined, newer: Day): Day {
  if (older === undefined || older === newer) return newer
  const known = new Map([...older.entries, ...older.withoutChair].map((entry) => [entry.id, entry]))
  const same = (entry: DayEntry) => {
    const old = known.get(entry.id)
    return old !== undefined && JSON.stringify(old) === JSON.stringify(entry) ? old : entry
  }
  const kept = { ...newer, entries: newer.entries.map(same), withoutChair: newer.withoutChair.map(same) }
  const isSame =
    alike(kept.entries, older.entries) &&
    alike(kept.withoutChair, older.withoutChair) &&
    JSON.stringify(rest(older)) === JSON.stringify(rest(newer))
  return isSame ? older : kept
}

/**
 * All other fields of a day that are drawn. The cursor is left out: a change of another record moves only the cursor.
 */
const rest = ({ entries: _, withoutChair: __, cursor: ___, ...more }: Day) => more

/** Passes the entries of all days to `change`, and puts each returned entry into the days that it touches. */
export function repaint(
  days: readonly Day[],
  change: (entries: readonly DayEntry[]) => readonly DayEntry[],
): readonly Day[] {
  const all = new Map(
    days.flatMap((day) => [...day.entries, ...day.withoutChair].map((one) => [one.id, one])),
  )
  const changed = [...change([...all.values()])].sort(byStart)
  return days.map((day) => {
    const own = changed.filter(
      ({ startAt, endAt }) =>
        Date.parse(startAt) < Date.parse(day.dayEnd) && Date.parse(endAt) > Date.parse(day.dayStart),
    )
    const entries = own.filter(({ chairId }) => chairId !== null)
    const withoutChair = own.filter(({ chairId }) => chairId === null)
    if (alike(entries, day.entries) && alike(withoutChair, day.withoutChair)) return day
    return { ...day, entries, withoutChair }
  })
}

const alike = (a: readonly DayEntry[], b: readonly DayEntry[]) =>
  a.length === b.length && a.every((entry, i) => entry === b[i])

const byStart = (a: DayEntry, b: DayEntry) =>
  Date.parse(a.startAt) - Date.parse(b.startAt) || (a.id < b.id ? -1 : 1)
