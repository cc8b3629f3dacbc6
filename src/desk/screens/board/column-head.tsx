import { Icon } from '../../base/icon.tsx'
import { hrefOf } from '../../base/route.ts'
import { today } from '../../base/time/today.ts'
import { standsOut } from '../../live/practitioner.ts'
import { words } from '../../words/words.ts'
import type { Column } from './column.ts'

/**
 * The head of a column. In the day, the head links to the week of its chair. In the week, the head links to its day.
 */
export function ColumnHead({ column, week }: { readonly column: Column; readonly week: boolean }) {
  const { board } = words.value
  const { title, chairId, date, clockChange, color } = column
  const own = column.entries.filter(standsOut)
  const busy = own.filter(({ type }) => type === 'appointment').length
  return (
    <h2 class={`head${week && date === today.value ? ' today' : ''}`} style={{ '--own': color }}>
      {chairId === null && !week ? (
        <span class="head-title">{title}</span>
      ) : (
        <a
          class="head-title"
          href={week ? hrefOf('day', date) : hrefOf('day', date, 'week', chairId!)}
          title={week ? board.toDay(title) : board.toWeek(title)}
        >
          <span>{title}</span>
          <Icon name={week ? 'day' : 'week'} />
        </a>
      )}
      <span class="head-count">
        {color !== null && <span class="swatch" />}
        {column.hours.length === 0 && busy === 0 ? board.closedShort : busy}
      </span>
      {week && clockChange && <span class="head-clock">{board.clockChange(clockChange.minutes)}</span>}
    </h2>
  )
}
