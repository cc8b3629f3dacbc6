import { useRef, useState } from 'preact/hooks'
import { Button } from '../base/button.tsx'
import { addDays, calendar, isDate } from '../base/time/dates.ts'
import { readDay } from '../base/time/read-day.ts'
import { reading } from '../base/time/reading.ts'
import { sayDate } from '../base/time/say.ts'
import { today } from '../base/time/today.ts'
import { words } from '../words/words.ts'
import { type Control, Field } from './field.tsx'

interface Day {
  /** `YYYY-MM-DD`, empty while no day is chosen. */
  readonly day: string
  /** Gets the day and the typed text. The day is empty if the typed text is no day. */
  readonly change: (day: string, typed: string) => void
  /** The first day that may be chosen. */
  readonly min?: string
  /** The last day that may be chosen. */
  readonly max?: string
  /** Whether `change` waits until the day is typed. */
  readonly whole?: boolean
}

interface Props extends Day {
  readonly label: string
  readonly error?: string | undefined
  readonly optional?: boolean
  readonly autofocus?: boolean
}

/** A day that is typed as people write it, with its label. */
export const DayField = ({ label, error, optional = false, autofocus = false, ...its }: Props) => {
  const typing = useTyping(its)
  const { notDay } = words.value.forms
  return (
    <Field label={label} error={typing.isWrong ? notDay(shown(today.value)) : error} optional={optional}>
      {(names) => <DayControl names={{ ...names, autofocus }} typing={typing} />}
    </Field>
  )
}

/** A day that is typed, when its label is elsewhere. */
export const DayInput = ({ label, ...its }: Day & { readonly label: string }) => {
  const typing = useTyping(its)
  return (
    <DayControl
      names={{ 'aria-label': label, 'aria-invalid': typing.isWrong ? 'true' : undefined }}
      typing={typing}
    />
  )
}

/** The text that is typed for a day. The browser's own field would show days in the language of the browser. */
function useTyping({ day, change, whole = false, min, max }: Day) {
  /** A text, the day that the form holds for it, and whether the field was left with it. */
  const [typed, setTyped] = useState({ text: '', day: '', isLeft: false })
  const isShown = typed.text !== '' && typed.day === day
  const read = (text: string) => readDay(text, reading(), min) ?? ''
  return {
    day,
    limits: { ...calendar, ...(min && { min }), ...(max && { max }) },
    text: isShown ? typed.text : shown(day),
    isWrong: isShown && typed.isLeft && read(typed.text) === '',
    type(text: string) {
      if (whole) return setTyped({ text, day, isLeft: false })
      setTyped({ text, day: read(text), isLeft: false })
      change(read(text), text)
    },
    leave() {
      if (!isShown) return
      const found = read(typed.text)
      setTyped(found === '' ? { ...typed, isLeft: true } : { text: '', day: '', isLeft: false })
      if (whole) change(found, typed.text)
    },
    choose(found: string) {
      setTyped({ text: '', day: '', isLeft: false })
      change(found, found)
    },
  }
}

const shown = (day: string): string => (isDate(day) ? sayDate(day, 'dated') : '')

interface ControlProps {
  readonly names: Partial<Control> & { readonly autofocus?: boolean; readonly 'aria-label'?: string }
  readonly typing: ReturnType<typeof useTyping>
}

/** The text, and the calendar of the browser for a mouse or a finger. The up and down keys go from day to day. */
function DayControl({ names, typing }: ControlProps) {
  const picker = useRef<HTMLInputElement>(null)
  const { day, text, limits, type, leave, choose } = typing
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || !isDate(day) || text !== shown(day)) return
    event.preventDefault()
    choose(addDays(day, by))
  }
  return (
    <span class="day-field">
      <input
        {...names}
        type="text"
        autocomplete="off"
        maxLength={40}
        value={text}
        onInput={({ currentTarget: { value } }) => type(value)}
        onChange={leave}
        onKeyDown={onKeyDown}
      />
      <input
        {...limits}
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden="true"
        value={day}
        onChange={({ currentTarget: { value } }) => value !== '' && choose(value)}
      />
      <Button
        kind="quiet"
        icon="day"
        label={words.value.forms.calendar}
        tabIndex={-1}
        onClick={() => picker.current!.showPicker()}
      />
    </span>
  )
}
