/** The fields for day, time, chair and length of an entry, with a text that shows whether the time is free. */
import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { me, zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import { clockOf, instantsOf } from '../../../base/time/wall-time.ts'
import { sayProblem } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { dayAt } from '../../../live/day.ts'
import { DayField } from '../../../parts/day-field.tsx'
import type { Draft } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { TimeInput } from '../../../parts/time-field.tsx'
import { WhichTime } from '../../../parts/which-time.tsx'
import { words } from '../../../words/words.ts'
import { nextFree } from './next-free.ts'
import { useDay } from './use-day.ts'
import type { TakeOver } from './use-taking-over.ts'
import { atTime, lengthOf, onDay, type Placed, startingAt, type Wanted, withoutDay } from './wanted.ts'
import { WhereStanding } from './where-standing.tsx'

interface Props {
  readonly draft: Pick<Draft<Placed>, 'fields' | 'set' | 'problem' | 'errorAt'>
  readonly takeOver: TakeOver
  /** The entry that is changed. The entry is no obstacle for itself. */
  readonly entry: Pick<DayEntry, 'id' | 'type' | 'practitionerId'>
  readonly autofocus?: boolean
}

export function WhereFields({ draft, takeOver, entry, autofocus = false }: Props) {
  const { acts, board } = words.value
  const value = draft.fields.where
  // An answer of the server may come after a further change. So each change is made to the latest value.
  const change = (update: (wanted: Wanted) => Wanted) => draft.set(({ where }) => ({ where: update(where) }))
  const date = dateOf(value.startAt, zone())
  const day = useDay(date)
  const start = Date.parse(value.startAt)
  const minutes = lengthOf(value) / minuteMs
  const { slotMinutes } = me.value.practice
  // The typed text stays in the field when the field is drawn again.
  const [typed, setTyped] = useState<string>()
  const [typedDay, setTypedDay] = useState<string>()
  const { unclear } = value
  const missing = draft.errorAt('where')
  const time = unclear ? unclear.time : clockOf(start, zone())
  const times = unclear?.times ?? (day ? instantsOf(day, clockOf(start, zone())) : [])
  const moveTo = (from: number) => change((now) => startingAt(now, from))
  const toDay = async (text: string) => {
    if (text === '') {
      change((now) => withoutDay(now, time))
      // An answer for a day that is still being read must be ignored.
      return takeOver(Promise.resolve(), () => {})
    }
    setTypedDay(text)
    await takeOver(dayAt(text), (there) => change((now) => onDay(now, there)))
    // A day that was typed meanwhile stays in the field until it is read.
    setTypedDay((typed) => (typed === text ? undefined : typed))
  }
  const toTime = async (time: string) => {
    if (unclear?.noDay) change((now) => withoutDay(now, time))
    else if (day) change((now) => atTime(now, day, time))
    else await takeOver(dayAt(date), (there) => change((now) => atTime(now, there, time)))
  }
  const find = (chairId: string | null) =>
    takeOver(nextFree(value, chairId, entry.practitionerId), (found) => {
      if (found) change(() => ({ ...found, unclear: undefined }))
      else sayProblem(acts.noFree)
    })
  return (
    <div class="stack where">
      <div class="pair">
        <DayField
          label={acts.day}
          autofocus={autofocus}
          day={unclear?.noDay ? '' : (typedDay ?? date)}
          error={unclear?.noDay && missing}
          change={(day) => void toDay(day)}
        />
        <Field label={acts.time} error={unclear?.time === '' && !unclear.noDay ? missing : undefined}>
          {(its) => (
            <TimeInput
              its={{ ...its, 'aria-invalid': unclear && !unclear.noDay ? 'true' : undefined }}
              time={time}
              change={(time) => void toTime(time)}
            />
          )}
        </Field>
        <SelectField
          label={acts.chair}
          value={value.chairId ?? ''}
          choices={[['', board.withoutChair], ...named(day?.chairs ?? [])]}
          choose={(chairId) => change((now) => ({ ...now, chairId: chairId || null }))}
        />
        <Field label={acts.length}>
          {(its) => (
            <input
              {...its}
              type="number"
              inputMode="numeric"
              // Steps count from `min`. The arrows go from slot to slot, and a length between two slots is valid, too.
              min={0}
              max={1440}
              step={minutes % slotMinutes === 0 ? slotMinutes : 1}
              value={typed ?? minutes}
              onInput={({ currentTarget: { value: text, valueAsNumber } }) => {
                setTyped(text)
                const wanted = Math.min(Math.max(1, valueAsNumber || 1), 1440)
                change((now) => ({
                  ...now,
                  endAt: new Date(Date.parse(now.startAt) + wanted * minuteMs).toISOString(),
                }))
              }}
              onBlur={() => setTyped(undefined)}
            />
          )}
        </Field>
      </div>
      {(unclear ? unclear.time !== '' && !unclear.noDay : times.length > 1) && (
        <WhichTime times={times} chosen={unclear ? null : start} choose={moveTo} />
      )}
      <WhereStanding
        day={unclear ? undefined : day}
        value={value}
        entry={entry}
        isSaid={draft.problem !== ''}
      />
      <div class="act-row">
        {value.chairId !== null && <Button onClick={() => void find(value.chairId)}>{acts.nextFree}</Button>}
        <Button onClick={() => void find(null)}>{acts.nextFreeAnywhere}</Button>
      </div>
    </div>
  )
}

const minuteMs = 60_000

/** The error of a form whose time is unclear. `WhichTime` shows what is wrong with a complete time. */
export const unclearIn = ({ where }: Placed): Record<string, string> =>
  where.unclear === undefined ? {} : { where: words.value.forms.fillIn }
