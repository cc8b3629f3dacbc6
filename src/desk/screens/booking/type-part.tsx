/** The choice of the appointment type. The type fills in title, length and color. A member may change them then. */
import { useLayoutEffect, useRef } from 'preact/hooks'
import { offeredType, offeredTypes } from '../../live/appointment-types.ts'
import { named, Select } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'
import { ofType } from './of-type.ts'

/** The number of appointment types that have a key. The other types are in a list. */
const mostKeys = 9

const choose = (draft: BookingDraft, id: string | null): void =>
  draft.set((now) => ofType(now, offeredType(id), offeredType(now.appointmentTypeId)))

export function TypePart({ draft }: { readonly draft: BookingDraft }) {
  const isChosen = draft.fields.type === 'appointment' && offeredTypes.value.length > 0
  return isChosen ? <Types draft={draft} /> : null
}

function Types({ draft }: { readonly draft: BookingDraft }) {
  const { booking, shell } = words.value
  const { appointmentTypeId } = draft.fields
  const types = offeredTypes.value
  const own = useRef<HTMLFieldSetElement>(null)
  // Alt with a digit chooses a type, so that digits can still be typed in the fields.
  useLayoutEffect(() => {
    const dialog = own.current!.closest('dialog')!
    const onKeyDown = (event: KeyboardEvent) => {
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1]
      const type = offeredTypes.value[Number(digit) - 1]
      if (type === undefined || !event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      choose(draft, type.id)
    }
    dialog.addEventListener('keydown', onKeyDown)
    return () => dialog.removeEventListener('keydown', onKeyDown)
  }, [])
  const others = types.slice(mostKeys)
  const chip = (id: string | null, name: string, color: string | null, key?: number) => (
    <label key={id} class="booking-chip booking-type" style={color ? { '--swatch': color } : ''}>
      <input
        type="radio"
        name="booking-type"
        aria-label={name}
        aria-keyshortcuts={key === undefined ? undefined : `Alt+${key}`}
        checked={appointmentTypeId === id}
        onChange={() => choose(draft, id)}
      />
      {color && <span class="swatch" />}
      {name}
      {key && <kbd title={booking.typeKey(key)}>{key}</kbd>}
    </label>
  )
  return (
    <fieldset class="booking-chips" ref={own}>
      <legend class="label">{booking.typeOf}</legend>
      {types.slice(0, mostKeys).map(({ id, name, color }, i) => chip(id, name, color, i + 1))}
      {others.length > 0 && (
        <Select
          aria-label={booking.otherTypes}
          value={others.some(({ id }) => id === appointmentTypeId) ? appointmentTypeId! : ''}
          choices={[['', booking.otherTypes], ...named(others)]}
          choose={(id) => choose(draft, id || null)}
        />
      )}
      {chip(null, shell.none, null)}
    </fieldset>
  )
}
