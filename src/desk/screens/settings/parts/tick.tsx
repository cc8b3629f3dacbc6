import { useId } from 'preact/hooks'
import { notesOn } from '../../../parts/field.tsx'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly checked: boolean
  readonly change: (checked: boolean) => void
}

/** A box to tick, with its label beside it. */
export function Tick({ label, hint, error, checked, change }: Props) {
  const { names, below } = notesOn(useId(), hint, error)
  return (
    <div class="field">
      <label class="tick">
        <input
          {...names}
          type="checkbox"
          checked={checked}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {label}
      </label>
      {below}
    </div>
  )
}
