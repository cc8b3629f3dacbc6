import { useSignal } from '@preact/signals'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'

const usualLengths = [15, 30, 45, 60, 90]

/** How long the booking takes: a usual length, or any other. */
export function Length({ draft }: { readonly draft: BookingDraft }) {
  const { booking, shell } = words.value
  const own = useSignal(false)
  const { minutes } = draft.fields
  const error = draft.errorAt('endAt')
  const isOwn = own.value || !usualLengths.includes(minutes)
  const choose = (minutes: number) => draft.set({ minutes, lengthChosen: true })
  return (
    <fieldset class="booking-chips">
      <legend class="label">{booking.length}</legend>
      {usualLengths.map((length) => (
        <label class="booking-chip" key={length}>
          <input
            type="radio"
            name="booking-length"
            aria-label={shell.minutes(length)}
            checked={!isOwn && length === minutes}
            onChange={() => {
              own.value = false
              choose(length)
            }}
          />
          {length}
        </label>
      ))}
      <label class="booking-chip">
        <input
          type="radio"
          name="booking-length"
          checked={isOwn}
          onChange={() => {
            own.value = true
          }}
        />
        {booking.ownLength}
      </label>
      {isOwn && (
        <input
          class="booking-minutes"
          type="number"
          // Steps count from `min`. The arrows go by five minutes, and a length between is valid, too.
          min={0}
          max={1440}
          step={minutes % 5 === 0 ? 5 : 1}
          aria-label={booking.lengthMinutes}
          aria-invalid={error ? 'true' : undefined}
          value={Number.isNaN(minutes) ? '' : minutes}
          onInput={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
        />
      )}
      {error && <p class="error">{error}</p>}
    </fieldset>
  )
}
