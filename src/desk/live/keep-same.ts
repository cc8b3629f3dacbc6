/** Keeps the parts of a picture that a newer picture repeats, so that only what changed is drawn again. */
import type { Day, DayEntry } from '../contract/names.ts'

/** The newer day, with the very entries of the older one where they say the same; the older day where all is the same. */
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

/** A change of another record moves the cursor, and nothing that is drawn. */
const rest = ({ entries: _, withoutChair: __, cursor: ___, ...more }: Day) => more

/** Hands the entries of all pictures to `change`, and puts each into the days that it touches. */
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
