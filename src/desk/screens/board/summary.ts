/** The sentence below the date in the head of the board. */
import type { Day } from '../../contract/names.ts'
import { standsOut } from '../../live/practitioner.ts'
import type { WeekOf } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { belongsTo } from './column.ts'
import { clockChangeOf } from './grid.ts'

/**
 * How many appointments the days have, why they are closed, and whether the clocks change. `of` names the chair or the
 * member of a week; undefined for one day.
 */
export function summaryOf(days: readonly Day[], of: WeekOf | undefined): string {
  const { board } = words.value
  const { chairId, memberId } = of ?? {}
  const chairs = days.flatMap((day) => day.chairs).filter(({ id }) => chairId === undefined || id === chairId)
  const entries = days
    .flatMap((day) => [...day.entries, ...day.withoutChair])
    .filter((entry) => entry.type === 'appointment' && belongsTo(of ?? {})(entry) && standsOut(entry))
  const count = new Set(entries.map(({ id }) => id)).size
  const waiting = entries.filter(({ progress }) => progress?.state === 'arrived').length
  const closures = [...new Set(chairs.flatMap((chair) => chair.closures).map(({ name }) => name))]
  if (chairs.length === 0) return ''
  const isClosed = chairs.every(({ hours }) => hours.length === 0)
  const change = of === undefined ? clockChangeOf(days[0]!) : undefined
  return [
    chairId !== undefined && chairs[0]?.name,
    memberId !== undefined && memberIn(days, memberId),
    isClosed && board.closed,
    ...closures,
    count === 0 ? !isClosed && (of === undefined ? board.empty : board.emptyWeek) : board.appointments(count),
    waiting > 0 && board.waiting(waiting),
    change && board.clockChange(change.minutes),
  ]
    .filter((part) => part)
    .join(' · ')
}

/** The name of a member who treats on at least one of the days. */
const memberIn = (days: readonly Day[], memberId: string): string | undefined =>
  days.flatMap(({ practitioners }) => practitioners).find(({ id }) => id === memberId)?.name
