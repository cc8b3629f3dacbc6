/** The day, the time, the length and the chair of the booking. */
import { calendar, isDate } from '../../base/time/dates.ts'
import { sayDate } from '../../base/time/say.ts'
import { Field } from '../../parts/field.tsx'
import { WhichTime } from '../../parts/which-time.tsx'
import { words } from '../../words/words.ts'
import { type BookingDraft, takeDate } from './draft.ts'
import { Length } from './length-part.tsx'
import { TimeField } from './time-field.tsx'

export function WhenPart({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  const { date, time, instant } = draft.fields
  return (
    <>
      <div class="booking-when">
        <Field
          label={booking.date}
          hint={isDate(date) ? sayDate(date, 'short') : undefined}
          error={draft.errorAt('date')}
        >
          {(its) => (
            <input
              {...its}
              type="date"
              {...calendar}
              value={date}
              onInput={({ currentTarget }) => takeDate(draft, currentTarget.value)}
            />
          )}
        </Field>
        <Field label={booking.time} error={draft.errorAt('startAt')}>
          {(its) => <TimeField its={its} time={time} change={(time) => draft.set({ time })} />}
        </Field>
        <Chair draft={draft} />
      </div>
      {draft.times.value && (
        <WhichTime times={draft.times.value} chosen={instant} choose={(instant) => draft.set({ instant })} />
      )}
      <Length draft={draft} />
    </>
  )
}

function Chair({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  return (
    <Field label={booking.chair} error={draft.errorAt('chairId')}>
      {(its) => (
        <select
          {...its}
          value={draft.chair.value ?? ''}
          onChange={({ currentTarget: { value } }) => draft.set({ chairId: value || null })}
        >
          {draft.chairs.value.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="">{booking.noChair}</option>
        </select>
      )}
    </Field>
  )
}
