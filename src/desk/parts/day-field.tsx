import { calendar, isDate } from '../base/time/dates.ts'
import { sayDate } from '../base/time/say.ts'
import { Field } from './field.tsx'

interface Props {
  readonly label: string
  /** `YYYY-MM-DD`, empty while no day is chosen. */
  readonly day: string
  readonly change: (day: string) => void
  readonly error?: string | undefined
  readonly optional?: boolean
  /** The first day that may be chosen. */
  readonly min?: string
  /** The last day that may be chosen. */
  readonly max?: string
  readonly autofocus?: boolean
  readonly name?: string
  /** Whether `change` waits until the day is typed. */
  readonly whole?: boolean
}

/**
 * A day in a field. The browser orders day, month and year by its own language. So the words below say which day is
 * meant.
 */
export const DayField = ({ label, day, change, error, optional = false, whole = false, ...its }: Props) => {
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
    change(currentTarget.value)
  return (
    <Field
      label={label}
      hint={isDate(day) ? sayDate(day, 'short') : undefined}
      error={error}
      optional={optional}
    >
      {(names) => (
        <input
          {...names}
          type="date"
          {...calendar}
          {...its}
          value={day}
          {...(whole ? { onChange: take } : { onInput: take })}
        />
      )}
    </Field>
  )
}
