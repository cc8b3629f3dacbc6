/** The day, the time, the length and the chair of the booking. */
import { DayField } from '../../parts/day-field.tsx'
import { named, SelectField } from '../../parts/select.tsx'
import { TimeField } from '../../parts/time-field.tsx'
import { WhichTime } from '../../parts/which-time.tsx'
import { words } from '../../words/words.ts'
import { type BookingDraft, takeDate } from './draft.ts'
import { Length } from './length-part.tsx'

export function WhenPart({ draft }: { readonly draft: BookingDraft }) {
  const { booking } = words.value
  const { date, time, instant } = draft.fields
  return (
    <>
      <div class="booking-when">
        <DayField
          label={booking.date}
          error={draft.errorAt('date')}
          day={date}
          change={(day) => takeDate(draft, day)}
        />
        <TimeField
          label={booking.time}
          error={draft.errorAt('startAt')}
          time={time}
          change={(time) => draft.set({ time })}
        />
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
    <SelectField
      label={booking.chair}
      error={draft.errorAt('chairId')}
      value={draft.chair.value ?? ''}
      choices={[...named(draft.chairs.value), ['', booking.noChair]]}
      choose={(chairId) => draft.set({ chairId: chairId || null })}
    />
  )
}
