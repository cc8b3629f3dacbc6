import { useId } from 'preact/hooks'
import type { Chair } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'

interface Props {
  readonly chairs: readonly Chair[]
  /** Null for the whole practice. */
  readonly chosen: readonly string[] | null
  readonly error: string | undefined
  readonly change: (chosen: string[] | null) => void
}

/** Which chairs a closure is for: the whole practice, or some of its chairs. */
export function ChairTicks({ chairs, chosen, error, change }: Props) {
  const { settings } = words.value
  const id = useId()
  return (
    <fieldset class="field">
      <legend class="label">{settings.closedWhere}</legend>
      <label class="tick">
        <input type="radio" name={id} checked={chosen === null} onChange={() => change(null)} />
        {settings.wholePractice}
      </label>
      <label class="tick">
        <input
          type="radio"
          name={id}
          checked={chosen !== null}
          disabled={chairs.length === 0}
          onChange={() => change([])}
        />
        {settings.someChairs}
      </label>
      {chosen !== null && (
        <div class="chair-ticks">
          {chairs.map((chair) => (
            <label key={chair.id} class="tick">
              <input
                type="checkbox"
                checked={chosen.includes(chair.id)}
                aria-invalid={error ? 'true' : undefined}
                aria-describedby={error ? `${id}-error` : undefined}
                onChange={({ currentTarget: { checked } }) =>
                  change(checked ? [...chosen, chair.id] : chosen.filter((each) => each !== chair.id))
                }
              />
              {chair.name}
            </label>
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
