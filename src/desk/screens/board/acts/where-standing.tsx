import { me } from '../../../base/me.ts'
import type { Day, DayEntry } from '../../../contract/names.ts'
import { columnsOf } from '../column.ts'
import { sayStanding } from './holding.ts'
import type { Where } from './move.ts'
import { standingAt, warns } from './standing.ts'

interface Props {
  /** The day of the chosen time; undefined while it is not known. */
  readonly day: Day | undefined
  readonly value: Where
  /** The entry that is changed. The entry is no obstacle for itself. */
  readonly entry: Pick<DayEntry, 'id' | 'type' | 'practitionerId'>
  /** Whether the form already shows why the server refused it. */
  readonly isSaid: boolean
}

/** Shows whether the chosen time is free. */
export function WhereStanding({ day, value, entry, isSaid }: Props) {
  const column =
    day && columnsOf(day, me.value.practice.slotMinutes).find(({ chairId }) => chairId === value.chairId)
  const place = { column: '', from: Date.parse(value.startAt), to: Date.parse(value.endAt) }
  const standing = column && standingAt(column, place, entry, [entry.id])
  const tone = standing?.taken ? 'danger' : standing && warns(standing) ? 'caution' : 'good'
  return (
    <p class="where-standing" role="status">
      {standing && !(isSaid && standing.taken) && (
        <span class={`badge ${tone}`}>{sayStanding(standing)}</span>
      )}
    </p>
  )
}
