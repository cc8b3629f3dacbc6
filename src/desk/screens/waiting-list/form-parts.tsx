/** Parts of the form of the waiting list. */
import { useId } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import type { Patient } from '../../contract/names.ts'
import { Field, notesOn } from '../../parts/field.tsx'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { words } from '../../words/words.ts'
import { nameOf } from './acts.ts'

interface LimitProps {
  readonly type: 'time' | 'date'
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly set: (value: string) => void
}

/** A limit of the times that suit. Empty for none. */
export const Limit = ({ type, label, value, error, set }: LimitProps) => (
  <Field label={label} optional error={error}>
    {(its) => (
      <input {...its} type={type} value={value} onInput={(event) => set(event.currentTarget.value)} />
    )}
  </Field>
)

interface WhoProps {
  readonly patient: Patient | undefined
  readonly choose: (patient: Patient | undefined) => void
  readonly error: string | undefined
}

/** The patient, found while one types. */
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
