import { useId } from 'preact/hooks'
import { Field } from '../../parts/field.tsx'
import { words } from '../../words/words.ts'
import { type BookingDraft, suggestMinutes } from './draft.ts'
import type { Facts } from './facts.ts'
import { usualTitles } from './titles.ts'

interface Props {
  readonly draft: BookingDraft
  readonly facts: Facts | undefined
  readonly error: string | undefined
}

/** What the booking is called. Titles of the day and of the patient are offered, and bring the length they had last. */
export function TitlePart({ draft, facts, error }: Props) {
  const list = useId()
  const { day } = draft
  const usual = usualTitles([...(day.value?.entries ?? []), ...(facts?.former ?? [])])
  return (
    <Field label={words.value.booking.name} error={error}>
      {(its) => (
        <>
          <input
            {...its}
            class="booking-title"
            type="text"
            list={list}
            autocomplete="off"
            maxLength={200}
            value={draft.title.value}
            onInput={({ currentTarget: { value } }) => {
              draft.title.value = value
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
