import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { focusFirst } from '../../../base/focus.ts'
import { zone } from '../../../base/me.ts'
import { sayFailure } from '../../../base/say-failure.ts'
import { addDays, isDate } from '../../../base/time/dates.ts'
import { sayDayOf, saySpan } from '../../../base/time/say.ts'
import { today } from '../../../base/time/today.ts'
import type { FoundAppointment } from '../../../contract/names.ts'
import { chairName, memberName, needNames } from '../../../live/known-names.ts'
import { date } from '../../../live/shown-days.ts'
import { DayField } from '../../../parts/day-field.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { More } from '../../../parts/more.tsx'
import { useAnswer } from '../../../parts/read.tsx'
import { showEntry } from '../../../parts/show-entry.ts'
import { Box } from '../../../parts/tick.tsx'
import { useFocusKept } from '../../../parts/use-focus-kept.ts'
import { known } from '../../../words/known.ts'
import { words } from '../../../words/words.ts'
import { nameOf } from '../card-words.ts'
import { bringBack, type FindWish, findAppointments } from './found.ts'

const pauseMs = 250
/** How many days back the search begins at first. With 13 months, “the one in May” is found a year later. */
const mostBack = 400

/** A dialogue that finds appointments of any day by words, or only cancelled ones. */
export function FindDialog({ close }: { readonly close: () => void }) {
  const { find } = words.value
  useEffect(needNames, [])
  const wish = useSignal<FindWish>({
    words: '',
    onlyCancelled: false,
    from: addDays(today.peek(), -mostBack),
    through: addDays(today.peek(), 366),
  })
  const set = (changes: Partial<FindWish>) => {
    wish.value = { ...wish.value, ...changes }
  }
  const { from, through, onlyCancelled } = wish.value
  const isRight = isDate(from) && isDate(through) && from <= through
  // Without words, a list of all appointments of a year helps nobody.
  const isAsked = isRight && (wish.value.words.trim() !== '' || onlyCancelled)
  const found = useAnswer(isAsked ? wish.value : undefined, pauseMs, (asked, signal) =>
    findAppointments(asked, null, signal),
  )
  const more = () =>
    found.grow(async ({ appointments, nextCursor }) => {
      const page = await findAppointments(wish.peek(), nextCursor)
      return { ...page, appointments: [...appointments, ...page.appointments] }
    })
  const list = isAsked ? found.value : undefined
  const all = useRef<HTMLDivElement>(null)
  const rows = useRef<HTMLUListElement>(null)
  // When an appointment was brought back, its row disappears. The focus then moves to the first row that is left.
  useFocusKept(all, () => focusFirst(rows.current ?? all.current))
  return (
    <Dialog title={find.title} close={close} size="wide">
      <div class="stack" ref={all}>
        <Field label={find.words}>
          {(its) => (
            <input
              {...its}
              autofocus
              type="search"
              maxLength={200}
              placeholder={find.hint}
              value={wish.value.words}
              onInput={({ currentTarget: { value } }) => set({ words: value })}
            />
          )}
        </Field>
        <div class="find-when">
          <DayField label={find.from} day={from} change={(from) => set({ from })} />
          <DayField label={find.through} day={through} change={(through) => set({ through })} />
          <Box
            label={find.onlyCancelled}
            checked={onlyCancelled}
            change={(onlyCancelled) => set({ onlyCancelled })}
          />
          <Button
            onClick={() => set({ words: '', onlyCancelled: true, from: date.peek(), through: date.peek() })}
          >
            {find.cancelledOn(sayDayOf(`${date.value}T12:00:00Z`, 'UTC'))}
          </Button>
        </div>
        <div role="status">
          {found.trouble !== undefined && isAsked && <p class="error">{sayFailure(found.trouble)}</p>}
          {list?.appointments.length === 0 && (
            <p class="soft">{list.nextCursor === null ? find.nothing : find.nothingYet}</p>
          )}
        </div>
        {list !== undefined && list.appointments.length > 0 && (
          <ul class="find-list" ref={rows}>
            {list.appointments.map((one) => (
              <Row key={one.id} found={one} close={close} again={() => void found.again()} />
            ))}
          </ul>
        )}
        {list?.nextCursor != null && <More says={find.more} more={more} />}
      </div>
    </Dialog>
  )
}

interface RowProps {
  readonly found: FoundAppointment
  readonly close: () => void
  readonly again: () => void
}

function Row({ found, close, again }: RowProps) {
  const { find, patient, shell } = words.value
  const { startAt, endAt, outcome, progress, cancellation, title } = found
  const name = nameOf(found)
  const state = outcome === 'planned' ? progress : outcome
  const where = [chairName(found.chairId), memberName(found.practitionerId)].filter(Boolean).join(' · ')
  const isCancelled = cancellation !== null
  return (
    <li class={isCancelled ? 'cancelled' : ''}>
      <span class="find-when-is number">
        {sayDayOf(startAt, zone(), 'dated')}
        <span class="soft">{saySpan(startAt, endAt, zone())}</span>
      </span>
      <span class="find-what">
        <strong>{name}</strong>
        <span class="soft">
          {[found.patient && title, where, isCancelled && cancellation.reason].filter(Boolean).join(' · ')}
        </span>
      </span>
      {state !== 'expected' && (
        <span class={`badge ${isCancelled ? 'danger' : ''}`}>
          {known(patient.states, state, shell.newer)}
        </span>
      )}
      {isCancelled ? (
        <Button
          label={find.bringBackOf(name)}
          onClick={async () => {
            if (await bringBack(found)) again()
          }}
        >
          {find.bringBack}
        </Button>
      ) : (
        <Button
          label={find.showOf(name)}
          onClick={() => {
            close()
            void showEntry(found)
          }}
        >
          {find.show}
        </Button>
      )}
    </li>
  )
}
