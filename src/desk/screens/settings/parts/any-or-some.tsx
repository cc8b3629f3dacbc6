import { useId } from 'preact/hooks'
import { Box } from '../../../parts/tick.tsx'

interface Props {
  readonly label: string
  /** The labels of the two options: all records, or some of them. */
  readonly any: string
  readonly some: string
  readonly choices: readonly { readonly id: string; readonly name: string }[]
  /** The ids of the ticked records. Null for all records. */
  readonly chosen: readonly string[] | null
  readonly error: string | undefined
  readonly change: (chosen: string[] | null) => void
}

/** A choice of either all records, such as all chairs, or only ticked ones. */
export function AnyOrSome({ label, any, some, choices, chosen, error, change }: Props) {
  const id = useId()
  return (
    <fieldset class="field">
      <legend class="label">{label}</legend>
      <label class="tick">
        <input type="radio" name={id} checked={chosen === null} onChange={() => change(null)} />
        {any}
      </label>
      <label class="tick">
        <input
          type="radio"
          name={id}
          checked={chosen !== null}
          disabled={choices.length === 0}
          onChange={() => change([])}
        />
        {some}
      </label>
      {chosen !== null && (
        <div class="chair-ticks">
          {choices.map(({ id: each, name }) => (
            <Box
              key={each}
              label={name}
              checked={chosen.includes(each)}
              aria-invalid={error ? 'true' : undefined}
              aria-describedby={error ? `${id}-error` : undefined}
              change={(checked) => change(checked ? [...chosen, each] : chosen.filter((one) => one !== each))}
            />
          ))}
        </div>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
