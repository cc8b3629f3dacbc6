import { signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { sayDate } from '../../base/time/say.ts'
import { today } from '../../base/time/today.ts'
import type { CountedDay } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { fullnessOf } from './month-days.ts'
import { date, goToDate, weekChair } from './view.ts'

const counted = signal<ReadonlyMap<string, CountedDay>>(new Map())
/** Why the days could not be counted; empty when they could. */
export const countTrouble = signal('')

/** A day of a month: how full it is, as a bar and in words. */
export function MonthDay({
  day,
  isNow,
  inMonth,
  close,
}: {
  readonly day: string
  readonly isNow: boolean
  readonly inMonth: boolean
  readonly close: () => void
}) {
  const { board } = words.value
  const known = counted.value.get(day)
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

/** Counts what is on the days of a month. `to` is exclusive. */
export async function countDays(from: string, to: string): Promise<void> {
  countTrouble.value = ''
  const query = { from, to, ...(weekChair.peek() !== null && { chairId: weekChair.peek()! }) }
  try {
    const { days } = await ask((api) => api.GET('/api/v1/days', { params: { query } }))
    counted.value = new Map(days.map((day) => [day.date, day]))
  } catch (error) {
    countTrouble.value = sayFailure(error)
  }
}
