/** The day, the time, the length and the chair of the booking. */
import { calendar, isDate } from '../../base/time/dates.ts'
import { sayDate } from '../../base/time/say.ts'
import { Field } from '../../parts/field.tsx'
import { WhichTime } from '../../parts/which-time.tsx'
import { words } from '../../words/words.ts'
import { type BookingDraft, takeDate } from './draft.ts'
import { Length } from './length-part.tsx'
import { TimeField } from './time-field.tsx'

interface Props {
  readonly draft: BookingDraft
  /** What is wrong with a field, by its path in the body. */
  readonly errors: Readonly<Record<string, string>>
}

export function WhenPart({ draft, errors }: Props) {
  const { booking } = words.value
  const date = draft.date.value
  return (
    <>
      <div class="booking-when">
        <Field
          label={booking.date}
          hint={isDate(date) ? sayDate(date, 'short') : undefined}
          error={errors.date}
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
        <Field label={booking.time} error={errors.startAt}>
          {(its) => <TimeField its={its} time={draft.time} />}
        </Field>
        <Chair draft={draft} error={errors.chairId} />
      </div>
      {draft.times.value && (
        <WhichTime
          times={draft.times.value}
          chosen={draft.instant.value}
          choose={(at) => {
            draft.instant.value = at
          }}
        />
      )}
      <Length draft={draft} error={errors.endAt} />
    </>
  )
}

function Chair({ draft, error }: { readonly draft: BookingDraft; readonly error: string | undefined }) {
  const { booking } = words.value
  return (
    <Field label={booking.chair} error={error}>
      {(its) => (
        <select
          {...its}
          value={draft.chair.value ?? ''}
          onChange={({ currentTarget: { value } }) => {
            draft.chairId.value = value || null
          }}
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
