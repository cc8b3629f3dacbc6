import { useId, useState } from 'preact/hooks'

interface Props {
  readonly its: { readonly id: string; readonly 'aria-describedby': string | undefined }
  readonly unit: string
  readonly value: number
  /** Gets NaN for an empty field. */
  readonly change: (value: number) => void
}

/** A number with its unit behind it. */
export function NumberInput({ its, unit, value, change }: Props) {
  const id = useId()
  const [text, setText] = useState(String(value))
  const held = numberOf(text)
  // The value came from elsewhere.
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
