/** Computes the places of two entries that change places. Pure. */

/** An entry at its place in the calendar, before the swap or after it. */
interface Standing {
  readonly id: string
  readonly startAt: string
  readonly endAt: string
  readonly chairId: string | null
}

/**
 * The places of two entries after they changed places. Each entry gets the start and the chair of the other and keeps
 * its length. Two neighbours on one chair change their order instead. Together they begin and end as before. So entries
 * of different lengths never overlap.
 */
export function swapped(one: Standing, other: Standing): readonly [Standing, Standing] {
  const [first, second] = Date.parse(one.startAt) <= Date.parse(other.startAt) ? [one, other] : [other, one]
  const [start, end] = [Date.parse(first.startAt), Date.parse(second.endAt)]
  const secondMoved = at(second, start, first.chairId)
  const near = first.chairId === second.chairId && start + lengthOf(second) >= Date.parse(second.startAt)
  const touch = first.chairId === second.chairId && first.endAt === second.startAt
  const firstMoved = at(
    first,
    near || touch ? end - lengthOf(first) : Date.parse(second.startAt),
    second.chairId,
  )
  return one === first ? [firstMoved, secondMoved] : [secondMoved, firstMoved]
}

const lengthOf = ({ startAt, endAt }: Standing) => Date.parse(endAt) - Date.parse(startAt)

const at = (entry: Standing, start: number, chairId: string | null): Standing => ({
  id: entry.id,
  startAt: new Date(start).toISOString(),
  endAt: new Date(start + lengthOf(entry)).toISOString(),
  chairId,
})
