import { useId } from 'preact/hooks'
import { target } from '../../base/focus.ts'
import { Field } from '../../parts/field.tsx'
import type { Facts } from '../../parts/patient/facts.ts'
import { words } from '../../words/words.ts'
import { type BookingDraft, suggestMinutes } from './draft.ts'
import { usualTitles } from './titles.ts'

interface Props {
  readonly draft: BookingDraft
  readonly facts: Facts | undefined
}

const field = target('title of the booking')

/** The title of the booking. Titles of the day and of the patient are offered, and bring the length they had last. */
export function TitlePart({ draft, facts }: Props) {
  const list = useId()
  const usual = usualTitles([...(draft.read.value?.entries ?? []), ...(facts?.former ?? [])])
  return (
    <Field label={words.value.booking.name} error={draft.errorAt('title')}>
      {(its) => (
        <>
          <input
            {...its}
            ref={field}
            class="booking-title"
            // Blocked time has no field for a patient, so the dialogue begins here.
            autofocus={draft.fields.type === 'unavailable'}
            type="text"
            list={list}
            autocomplete="off"
            maxLength={200}
            value={draft.fields.title}
            onInput={({ currentTarget: { value } }) => {
              draft.set({ title: value })
              const known = usual.find(({ title }) => title === value.trim())
              if (known !== undefined) suggestMinutes(draft, known.minutes)
            }}
          />
          <datalist id={list}>
            {usual.map(({ title }) => (
              <option key={title} value={title} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  )
}
