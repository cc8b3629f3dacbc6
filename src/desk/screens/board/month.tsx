import { useLayoutEffect, useRef } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { focusFirst } from '../../base/focus.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { addDays, monthOf, weekOf } from '../../base/time/dates.ts'
import { firstWeekday, sayDate } from '../../base/time/say.ts'
import type { CountedDay } from '../../contract/names.ts'
import { readWeek, week } from '../../live/shown-days.ts'
import { useAnswer } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { MonthDay } from './month-day.tsx'
import { dayTowards, weeksOf } from './month-days.ts'
import { monthAt } from './view.ts'

/** A day of any week. The heads of the columns are the same in every week. */
const anyDay = '2026-03-02'

/** A month, in which one can choose any day. The month shows how full each day is. */
export function Month({ of, close }: { readonly of: string; readonly close: () => void }) {
  const { board } = words.value
  const grid = useRef<HTMLTableElement>(null)
  const first = firstWeekday()
  const month = monthOf(of)
  const weeks = weeksOf(month, first)
  const shown = weeks.flat().filter((day) => day !== null)
  const asked = {
    from: shown[0]!,
    to: addDays(shown.at(-1)!, 1),
    chairId: (week.value && readWeek(week.value).chairId) || null,
  }
  const counted = useAnswer(asked, 0, countDays)
  useLayoutEffect(() => {
    focusFirst(grid.current, '[tabindex="0"]')
  }, [of])
  const turn = (by: number) => {
    monthAt.value = dayTowards(of, by < 0 ? 'PageUp' : 'PageDown', first)!
  }
  return (
    <div
      class="popup month"
      role="dialog"
      aria-label={board.month}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        close()
      }}
    >
      <div class="month-head">
        <Button kind="quiet" icon="left" label={board.previousMonth} onClick={() => turn(-1)} />
        <h2 aria-live="polite">{sayDate(month, 'month')}</h2>
        <Button kind="quiet" icon="right" label={board.nextMonth} onClick={() => turn(1)} />
      </div>
      <table
        aria-label={sayDate(month, 'month')}
        ref={grid}
        onKeyDown={(event) => {
          const next = dayTowards(of, event.key, first)
          if (next === undefined) return
          event.preventDefault()
          event.stopPropagation()
          monthAt.value = next
        }}
      >
        <thead>
          <tr>
            {weekOf(anyDay, first).map((day) => (
              <th key={day} scope="col" abbr={sayDate(day!, 'weekdayLong')}>
                {sayDate(day!, 'weekday')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week.find((day) => day !== null)}>
              {week.map((day, i) => (
                <td key={i}>
                  {day && (
                    <MonthDay
                      day={day}
                      known={counted.value?.get(day)}
                      isNow={day === of}
                      inMonth={monthOf(day) === month}
                      close={close}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint" role="status">
        {counted.trouble !== undefined && sayFailure(counted.trouble)}
      </p>
    </div>
  )
}

interface Counting {
  readonly from: string
  /** Exclusive. */
  readonly to: string
  readonly chairId: string | null
}

/** Counts what is on each day. @throws Failure. */
async function countDays({ from, to, chairId }: Counting): Promise<ReadonlyMap<string, CountedDay>> {
  const query = { from, to, ...(chairId !== null && { chairId }) }
  const { days } = await api.GET('/api/v1/days', { params: { query } })
  return new Map(days.map((day) => [day.date, day]))
}
