/** Parts of the form of the waiting list. */
import { useId } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { isDate } from '../../base/time/dates.ts'
import type { Patient } from '../../contract/names.ts'
import { DayField } from '../../parts/day-field.tsx'
import { notesOn } from '../../parts/field.tsx'
import { nameOf } from '../../parts/patient/name.ts'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { TimeField } from '../../parts/time-field.tsx'
import { words } from '../../words/words.ts'
import { isTime } from './wish.ts'

interface LimitProps {
  readonly label: string
  /** The limit in the wish: a time, a day, or a text that cannot be read as one. Empty for no limit. */
  readonly value: string
  readonly error: string | undefined
  readonly set: (value: string) => void
}

/** The earliest or the latest time that suits. A text that cannot be read stays in the wish, as a mistake. */
export const TimeLimit = ({ label, value, error, set }: LimitProps) => (
  <TimeField
    label={label}
    optional
    error={error}
    time={isTime(value) ? value : ''}
    change={(time, typed) => set(time || typed.trim())}
  />
)

/** The first or the last day that suits. A text that cannot be read stays in the wish, as a mistake. */
export const DayLimit = ({ label, value, error, set, min }: LimitProps & { readonly min?: string }) => (
  <DayField
    label={label}
    optional
    error={error}
    {...(isDate(min) && { min })}
    day={isDate(value) ? value : ''}
    change={(day, typed) => set(day || typed.trim())}
  />
)

interface WhoProps {
  readonly patient: Patient | undefined
  readonly choose: (patient: Patient | undefined) => void
  readonly error: string | undefined
}

/** The search for the patient, or the chosen patient. */
export function Who({ patient, choose, error }: WhoProps) {
  const { names, below } = notesOn(useId(), undefined, error)
  const { waiting: texts } = words.value
  if (patient === undefined)
    return (
      <div class="field">
        <span class="label">{texts.patient}</span>
        <PatientSearch autofocus choose={choose} mistake={names['aria-describedby']} />
        {below}
      </div>
    )
  return (
    <p class="waiting-chosen">
      <strong>{nameOf({ patient })}</strong>
      <Button kind="quiet" onClick={() => choose(undefined)}>
        {texts.another}
      </Button>
    </p>
  )
}
