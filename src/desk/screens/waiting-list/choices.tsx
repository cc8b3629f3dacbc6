import { words } from '../../words/words.ts'

interface Props {
  readonly legend: string
  readonly options: readonly (readonly [value: string, name: string])[]
  readonly chosen: readonly string[]
  readonly choose: (chosen: string[]) => void
}

/** A list of boxes, of which several may be ticked. Without a tick, all options suit. */
export const Choices = ({ legend, options, chosen, choose }: Props) => (
  <fieldset class="choices">
    <legend class="label">
      {legend} <span class="hint">{words.value.waiting.noTick}</span>
    </legend>
    {options.map(([value, name]) => (
      <label key={value} class="choice">
        <input
          type="checkbox"
          checked={chosen.includes(value)}
          onChange={({ currentTarget: { checked } }) =>
            choose(
              options
                .map(([each]) => each)
                .filter((each) => (each === value ? checked : chosen.includes(each))),
            )
          }
        />
        {name}
      </label>
    ))}
  </fieldset>
)
