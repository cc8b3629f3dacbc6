/** Day, time, chair and length of an entry, with what stands in the way there. */
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/api.ts'
import type { Day, DayEntry } from '../../api/names.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { me, zone } from '../../shell/me.ts'
import { sayProblem, sayTrouble } from '../../shell/toasts.tsx'
import { calendar, nearestDate } from '../../time/dates.ts'
import { dateOf, sayTime } from '../../time/say.ts'
import { words } from '../../words/words.ts'
import { columnsOf } from '../column.ts'
import { sayStanding } from './hand.ts'
import type { Where } from './move.ts'
import { nextFree } from './next-free.ts'
import { standingAt } from './standing.ts'
import { instantAtWall, wallAt } from './wall.ts'

interface Props {
  readonly value: Where
  /** Gets what is to be made of the present value, for an answer of the server may come after a further change. */
  readonly change: (update: (where: Where) => Where) => void
  readonly type: DayEntry['type']
  /** The entry that is changed is not in its own way. */
  readonly except?: string | undefined
  readonly autofocus?: boolean
}

export function WhereFields({ value, change, type, except, autofocus = false }: Props) {
  const { acts, board } = words.value
  const date = dateOf(value.startAt, zone())
  const day = useDay(date)
  const start = Date.parse(value.startAt)
  const moveTo = (from: number) => change((now) => ({ ...now, ...spanOf(from, lengthOf(now)) }))
  const toDay = async (typed: string) => {
    const other = nearestDate(typed)
    if (other === undefined || day === undefined) return
    try {
      const there = await readDay(other)
      moveTo(instantAtWall(there.grid, wallAt(day.grid, start))!)
    } catch (failure) {
      sayTrouble(failure)
    }
  }
  const find = async (chairId: string | null) => {
    try {
      const found = await nextFree(value, chairId)
      if (found) change(() => found)
      else sayProblem(acts.noFree)
    } catch (failure) {
      sayTrouble(failure)
    }
  }
  return (
    <div class="stack where">
      <div class="pair">
        <Field label={acts.day}>
          {(its) => (
            <input
              {...its}
              type="date"
              {...calendar}
              required
              autofocus={autofocus}
              value={date}
              onChange={(event) => void toDay(event.currentTarget.value)}
            />
          )}
        </Field>
        <Field label={acts.time}>
          {(its) => (
            <select {...its} value={start} onChange={(event) => moveTo(Number(event.currentTarget.value))}>
              {timesOf(day, start).map((at) => (
                <option key={at} value={at}>
                  {sayTime(at, zone())}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={acts.chair}>
          {(its) => (
            <select
              {...its}
              value={value.chairId ?? ''}
              onChange={({ currentTarget }) =>
                change((now) => ({ ...now, chairId: currentTarget.value || null }))
              }
            >
              <option value="">{board.withoutChair}</option>
              {day?.chairs.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={acts.length}>
          {(its) => (
            <input
              {...its}
              type="number"
              inputMode="numeric"
              min={1}
              max={1440}
              step={me.value.practice.slotMinutes}
              value={lengthOf(value) / minuteMs}
              onChange={(event) => {
                const minutes = Math.min(Math.max(1, event.currentTarget.valueAsNumber || 1), 1440)
                change((now) => ({ ...now, ...spanOf(Date.parse(now.startAt), minutes * minuteMs) }))
              }}
            />
          )}
        </Field>
      </div>
      <Standing day={day} value={value} type={type} except={except} />
      <div class="act-row">
        {value.chairId !== null && <Button onClick={() => void find(value.chairId)}>{acts.nextFree}</Button>}
        <Button onClick={() => void find(null)}>{acts.nextFreeAnywhere}</Button>
      </div>
    </div>
  )
}

const minuteMs = 60_000

const lengthOf = ({ startAt, endAt }: Where) => Date.parse(endAt) - Date.parse(startAt)

const spanOf = (from: number, length: number) => ({
  startAt: new Date(from).toISOString(),
  endAt: new Date(from + length).toISOString(),
})

/** Says whether the chosen time is free. */
function Standing({
  day,
  value,
  type,
  except,
}: Pick<Props, 'value' | 'type' | 'except'> & { day: Day | undefined }) {
  const column =
    day && columnsOf(day, me.value.practice.slotMinutes).find(({ chairId }) => chairId === value.chairId)
  const place = { column: '', from: Date.parse(value.startAt), to: Date.parse(value.endAt) }
  const standing = column && standingAt(column, place, type, except === undefined ? [] : [except])
  const tone = standing?.taken ? 'danger' : standing?.outsideHours || standing?.closure ? 'caution' : 'good'
  return (
    <p class="where-standing" role="status">
      {standing && <span class={`badge ${tone}`}>{sayStanding(standing)}</span>}
    </p>
  )
}

/** The rows of the day, and the time of now where it lies between them. */
function timesOf(day: Day | undefined, start: number): readonly number[] {
  const rows = day?.grid.map(({ at }) => Date.parse(at)) ?? []
  return rows.includes(start) ? rows : [...rows, start].sort((a, b) => a - b)
}

const readDay = (date: string): Promise<Day> =>
  ask((api) => api.GET('/api/v1/day', { params: { query: { date } } }))

/** A day with everything on it; undefined until it is there. */
function useDay(date: string): Day | undefined {
  const [day, setDay] = useState<Day>()
  useEffect(() => {
    let isAsked = true
    readDay(date).then((read) => isAsked && setDay(read), sayTrouble)
    return () => {
      isAsked = false
    }
  }, [date])
  return day?.date === date ? day : undefined
}
