import { sayDate } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { CountedDay } from '../../contract/names.ts'
import { date, goToDate } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { fullnessOf } from './month-days.ts'

/** A day of the month. The button shows in a bar and in words how full the day is. */
export function MonthDay({
  day,
  known,
  isNow,
  inMonth,
  close,
}: {
  readonly day: string
  /** The counts of the day; undefined until they are read. */
  readonly known: CountedDay | undefined
  readonly isNow: boolean
  readonly inMonth: boolean
  readonly close: () => void
}) {
  const { board } = words.value
  const full = known ? fullnessOf(known) : 0
  const about = known
    ? board.monthDay(known.open, known.appointments, Math.round(full * 100), known.closures)
    : ''
  return (
    <button
      type="button"
      class={`month-day${inMonth ? '' : ' outside'}${known && !known.open ? ' closed' : ''}`}
      tabIndex={isNow ? 0 : -1}
      aria-current={day === today.value ? 'date' : undefined}
      aria-pressed={day === date.value}
      aria-label={[sayDate(day), about].filter(Boolean).join(', ')}
      title={about}
      onClick={() => {
        close()
        goToDate(day)
      }}
    >
      <span>{Number(day.slice(8))}</span>
      <span class="full" style={{ '--full': full }} />
    </button>
  )
}
