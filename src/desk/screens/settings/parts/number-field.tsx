import { useId, useState } from 'preact/hooks'
import type { Draft } from '../../../parts/draft.ts'
import { type Control, Field } from '../../../parts/field.tsx'

interface FieldProps<Name extends string> {
  /** The draft that holds the number. */
  readonly draft: Pick<Draft<Readonly<Record<Name, number>>>, 'fields' | 'set' | 'errorAt'>
  readonly name: Name
  readonly label: string
  readonly unit: string
  readonly hint?: string | undefined
}

/** A number in a form, with its unit behind it. An empty field is NaN. */
export const NumberField = <Name extends string>({ draft, name, label, unit, hint }: FieldProps<Name>) => (
  <Field label={label} hint={hint} error={draft.errorAt(name)}>
    {(its) => (
      <NumberInput
        its={its}
        unit={unit}
        value={draft.fields[name]}
        change={(value) => draft.set({ [name]: value } as Partial<Record<Name, number>>)}
      />
    )}
  </Field>
)

interface Props {
  readonly its: Control
  readonly unit: string
  readonly value: number
  /** Is called with the number, or with NaN for an empty field. */
  readonly change: (value: number) => void
}

function NumberInput({ its, unit, value, change }: Props) {
  const id = useId()
  const [text, setText] = useState(String(value))
  const held = numberOf(text)
  // The value changed outside this input, such as by somebody else's change.
  if (!Object.is(held, value) && !Number.isNaN(value)) setText(String(value))
  return (
    <div class="with-unit">
      <input
        {...its}
        aria-describedby={[its['aria-describedby'], id].filter(Boolean).join(' ')}
        type="number"
        step="1"
        inputMode="numeric"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          change(numberOf(currentTarget.value))
        }}
      />
      <span id={id}>{unit}</span>
    </div>
  )
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
