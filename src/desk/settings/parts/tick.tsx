import { useId } from 'preact/hooks'

interface Props {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly checked: boolean
  readonly change: (checked: boolean) => void
}

/** A box to tick, with its label beside it. */
export function Tick({ label, hint, error, checked, change }: Props) {
  const id = useId()
  const about = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <div class="field">
      <label class="tick">
        <input
          type="checkbox"
          checked={checked}
          aria-describedby={about}
          aria-invalid={error ? 'true' : undefined}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
        {label}
      </label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
