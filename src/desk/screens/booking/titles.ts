/** The usual titles of bookings, each with its usual length. */

/** An earlier entry. Instants are ISO 8601. */
interface Former {
  readonly title: string | null
  readonly startAt: string
  readonly endAt: string
}

interface Usual {
  readonly title: string
  readonly minutes: number
}

/** The titles of earlier entries, the most used first. Each title has the length of its last entry in the list. */
export function usualTitles(former: readonly Former[]): readonly Usual[] {
  const found = new Map<string, { count: number; minutes: number }>()
  for (const { title, startAt, endAt } of former)
    if (title !== null)
      found.set(title, { count: (found.get(title)?.count ?? 0) + 1, minutes: minutesOf({ startAt, endAt }) })
  return [...found]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([title, { minutes }]) => ({ title, minutes }))
}

export const minutesOf = ({ startAt, endAt }: { readonly startAt: string; readonly endAt: string }): number =>
  Math.round((Date.parse(endAt) - Date.parse(startAt)) / 60_000)
