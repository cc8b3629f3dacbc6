import { useId } from 'preact/hooks'
import type { Draft } from './draft.ts'
import { notesOn } from './field.tsx'

interface BoxProps {
  readonly label: string
  readonly checked: boolean
  readonly change: (checked: boolean) => void
  readonly name?: string
  readonly value?: string
  readonly disabled?: boolean
  readonly 'aria-label'?: string
  readonly 'aria-describedby'?: string | undefined
  readonly 'aria-invalid'?: 'true' | undefined
}

/** A box to tick, with its label beside it. */
export const Box = ({ label, change, ...its }: BoxProps) => (
  <label class="tick">
    <input {...its} type="checkbox" onChange={({ currentTarget }) => change(currentTarget.checked)} />
    {label}
  </label>
)

interface Props extends Pick<BoxProps, 'label' | 'checked' | 'change'> {
  readonly hint?: string
  readonly error?: string | undefined
}

/** A box to tick as a field of a form, with its hint and its mistake. */
export function Tick({ label, hint, error, checked, change }: Props) {
  const { names, below } = notesOn(useId(), hint, error)
  return (
    <div class="field">
      <Box {...names} label={label} checked={checked} change={change} />
      {below}
    </div>
  )
}

interface TickFieldProps<Name extends string> extends Pick<Props, 'label' | 'hint'> {
  /** The draft that holds whether the box is ticked. */
  readonly draft: Pick<Draft<Readonly<Record<Name, boolean>>>, 'fields' | 'set' | 'errorAt'>
  readonly name: Name
}

/** A box to tick whose value is in a draft. */
export const TickField = <Name extends string>({ draft, name, ...its }: TickFieldProps<Name>) => (
  <Tick
    {...its}
    error={draft.errorAt(name)}
    checked={draft.fields[name]}
    change={(checked) => draft.set({ [name]: checked } as Partial<Record<Name, boolean>>)}
  />
)

interface RadiosProps<Value> {
  /** The name that makes the choices one group. */
  readonly name: string
  readonly value: Value
  readonly choices: readonly (readonly [value: Value, label: string])[]
  readonly choose: (value: Value) => void
  readonly autofocus?: boolean
}

/** A few choices that are all visible. */
export const Radios = <Value extends string | boolean>(props: RadiosProps<Value>) => {
  const { name, value, choices, choose, autofocus = false } = props
  return choices.map(([each, label]) => (
    <label key={String(each)} class="tick">
      <input
        type="radio"
        name={name}
        autofocus={autofocus && each === value}
        checked={each === value}
        onChange={() => choose(each)}
      />
      {label}
    </label>
  ))
}
