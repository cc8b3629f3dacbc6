import { useState } from 'preact/hooks'
import { sayTime } from '../base/time/say.ts'
import { type Control, Field } from './field.tsx'
import { readTime } from './read-time.ts'

interface Time {
  /** `HH:MM`, empty while no time was understood. */
  readonly time: string
  /** Gets the time and the typed text. The time is empty if the typed text is no time. */
  readonly change: (time: string, typed: string) => void
}

interface InputProps extends Time {
  /** The attributes that link the field to its label, its hint and its mistake. */
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

/** The field for the time. The browser's own field would show times in the language of the browser. */
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
