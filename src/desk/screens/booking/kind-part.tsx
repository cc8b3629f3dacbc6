import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'

const kinds = ['appointment', 'unavailable', 'reminder'] as const

/** The choice of the entry type: an appointment, blocked time, or a reminder. */
export const KindPart = ({ draft }: { readonly draft: BookingDraft }) => (
  <fieldset class="booking-chips booking-kind">
    <legend class="visually-hidden">{words.value.booking.kind}</legend>
    {kinds.map((kind) => (
      <label key={kind} class="booking-chip">
        <input
          type="radio"
          name="booking-kind"
          checked={draft.fields.type === kind}
          onChange={() => draft.set({ type: kind })}
        />
        {words.value.card.types[kind]}
      </label>
    ))}
  </fieldset>
)
