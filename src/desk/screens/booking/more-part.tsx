/** The fields that a booking rarely needs: the practitioner, notes and a colour. */
import type { Member } from '../../contract/names.ts'
import { Field } from '../../parts/field.tsx'
import { named, SelectField } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'

interface Props {
  readonly draft: BookingDraft
  readonly members: readonly Member[]
}

/** Colours of an entry. These colours are data of the calendar, so they are the same in a light and a dark desk. */
const colors = ['#0ea5e9', '#22c55e', '#f59e0b', '#ef4444', '#a855f7', '#64748b'] as const

export function MorePart({ draft, members }: Props) {
  const { fields, set, errorAt } = draft
  const { booking, shell } = words.value
  // An appointment type may have a colour that is not in the list.
  const isOther = ['', ...colors].every((color) => color !== fields.color)
  return (
    <details class="booking-more">
      <summary>{booking.more}</summary>
      <div class="stack">
        {members.length > 1 && (
          <SelectField
            label={booking.practitioner}
            error={errorAt('practitionerId')}
            value={fields.practitionerId}
            choices={[['', booking.nobody], ...named(members)]}
            choose={(practitionerId) => set({ practitionerId })}
          />
        )}
        <Field label={booking.notes} error={errorAt('notes')}>
          {(its) => (
            <textarea
              {...its}
              rows={2}
              value={fields.notes}
              onInput={({ currentTarget: { value } }) => set({ notes: value })}
            />
          )}
        </Field>
        <fieldset class="booking-chips booking-colors">
          <legend class="label">{booking.color}</legend>
          {['', ...colors, ...(isOther ? [fields.color] : [])].map((color, i) => (
            <label key={color} class="booking-chip" style={color && { '--swatch': color }}>
              <input
                type="radio"
                name="booking-color"
                aria-label={i === 0 ? shell.none : (booking.colors[i - 1] ?? color)}
                checked={fields.color === color}
                onChange={() => set({ color })}
              />
              {i === 0 ? shell.none : <span class="swatch" />}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  )
}
