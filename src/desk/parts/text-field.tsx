import { Field } from './field.tsx'

interface Props {
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly type?: 'text' | 'email'
  readonly required?: boolean
  readonly hint?: string
  readonly error?: string | undefined
  /** 200 when left out, and 254 for an e-mail address. */
  readonly maxLength?: number
}

/** A line of text in a form. The browser offers nothing that was typed before. */
export const TextField = ({
  name,
  label,
  value = '',
  type = 'text',
  required = false,
  hint,
  error,
  maxLength = type === 'email' ? 254 : 200,
}: Props) => (
  <Field label={label} hint={hint} error={error} optional={!required}>
    {(its) => (
      <input
        {...its}
        name={name}
        type={type as 'text'}
        defaultValue={value}
        required={required}
        maxLength={maxLength}
        autocomplete="off"
      />
    )}
  </Field>
)
