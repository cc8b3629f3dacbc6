/** The sentence below the date in the head of the board. */
import type { Day } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { clockChangeOf } from './grid.ts'

/** How much is on the days, why they are closed, and whether the clocks change. `chairId` names the chair of a week. */
export function summaryOf(days: readonly Day[], chairId: string | null): string {
  const { board } = words.value
  const chairs = days.flatMap((day) => day.chairs).filter(({ id }) => chairId === null || id === chairId)
  const entries = days
    .flatMap((day) => [...day.entries, ...day.withoutChair])
    .filter((entry) => entry.type === 'appointment' && (chairId === null || entry.chairId === chairId))
  const count = new Set(entries.map(({ id }) => id)).size
  const waiting = entries.filter(({ progress }) => progress?.state === 'arrived').length
  const closures = [...new Set(chairs.flatMap((chair) => chair.closures).map(({ name }) => name))]
  if (chairs.length === 0) return ''
  const isClosed = chairs.every(({ hours }) => hours.length === 0)
  const change = chairId === null ? clockChangeOf(days[0]!) : undefined
  return [
    chairId !== null && chairs[0]?.name,
    isClosed && board.closed,
    ...closures,
    count === 0 ? !isClosed && (chairId === null ? board.empty : board.emptyWeek) : board.appointments(count),
    waiting > 0 && board.waiting(waiting),
    change && board.clockChange(change.minutes),
  ]
    .filter((part) => part)
    .join(' · ')
}
