import { type Control, Field, type FieldProps } from './field.tsx'

interface OptionsProps<Value extends string> {
  /** The value of each choice, and its name. */
  readonly choices: readonly (readonly [value: Value, name: string])[]
}

/** The choices of a list, or of a group in it. */
export const Options = <Value extends string>({ choices }: OptionsProps<Value>) => (
  <>
    {choices.map(([value, name]) => (
      <option key={value} value={value}>
        {name}
      </option>
    ))}
  </>
)

interface ListProps<Value extends string> extends OptionsProps<Value> {
  readonly value: Value
  readonly choose: (value: Value) => void
  readonly autofocus?: boolean
  readonly name?: string
}

interface SelectProps<Value extends string> extends ListProps<Value>, Partial<Control> {
  readonly class?: string
  readonly 'aria-label'?: string
}

/** A list to choose from. */
export const Select = <Value extends string>({ choices, choose, ...its }: SelectProps<Value>) => (
  <select {...its} onChange={({ currentTarget: { value } }) => choose(value as Value)}>
    <Options choices={choices} />
  </select>
)

/** A list to choose from, with its label, its hint and its mistake. */
export const SelectField = <Value extends string>({
  label,
  hint,
  error,
  optional = false,
  ...list
}: ListProps<Value> & Omit<FieldProps, 'children'>) => (
  <Field label={label} hint={hint} error={error} optional={optional}>
    {(its) => <Select {...its} {...list} />}
  </Field>
)

/** Records as choices, each with its name. */
export const named = (records: readonly { readonly id: string; readonly name: string }[]) =>
  records.map(({ id, name }) => [id, name] as const)
