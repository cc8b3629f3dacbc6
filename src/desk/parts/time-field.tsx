import { useState } from 'preact/hooks'
import { sayTime } from '../base/time/say.ts'
import { type Control, Field } from './field.tsx'
import { readTime } from './read-time.ts'

interface Time {
  /** `HH:MM`, empty while no time was understood. */
  readonly time: string
  /** Gets an empty text where what was typed is no time, and what was typed. */
  readonly change: (time: string, typed: string) => void
}

interface InputProps extends Time {
  /** What ties the field to its label, and to what is said about it. */
  readonly its: Partial<Control> & {
    readonly name?: string
    readonly required?: boolean
    readonly 'aria-label'?: string
  }
}

interface FieldProps extends Time {
  readonly label: string
  readonly error: string | undefined
  readonly optional?: boolean
}

/** A time that is typed as people say it, with its label. */
export const TimeField = ({ label, error, optional = false, ...time }: FieldProps) => (
  <Field label={label} error={error} optional={optional}>
    {(its) => <TimeInput its={its} {...time} />}
  </Field>
)

/** The time itself. The browser's own field shows times in the language of the browser instead. */
export function TimeInput({ its, time, change }: InputProps) {
  const [text, setText] = useState('')
  return (
    <input
      {...its}
      class="number"
      type="text"
      inputMode="numeric"
      autocomplete="off"
      maxLength={12}
      placeholder={shown('09:30')}
      value={time === (readTime(text) ?? '') ? text : shown(time)}
      onInput={({ currentTarget }) => {
        setText(currentTarget.value)
        change(readTime(currentTarget.value) ?? '', currentTarget.value)
      }}
      onBlur={() => {
        if (time !== '') setText(shown(time))
      }}
    />
  )
}

const shown = (time: string): string => (time === '' ? '' : sayTime(`1970-01-01T${time}:00Z`, 'UTC'))
