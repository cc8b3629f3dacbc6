import type { RefObject } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { focusMistake } from '../../../base/focus.ts'
import { go } from '../../../base/route.ts'
import { DayField } from '../../../parts/day-field.tsx'
import { Field } from '../../../parts/field.tsx'
import { PatientSearch } from '../../../parts/patient/search.tsx'
import { Options } from '../../../parts/select.tsx'
import { spokenName } from '../../../words/names.ts'
import type { TrailWords } from '../../../words/trail/words.ts'
import { words } from '../../../words/words.ts'
import { nameTrailPatient, trailPatients } from './filter.ts'
import { names } from './lines.ts'

interface Props {
  readonly kinds: TrailWords['kinds']
  readonly patientId: string | undefined
  readonly form: RefObject<HTMLFormElement | null>
  readonly busy: boolean
  readonly show: () => Promise<void>
}

/** The form of the filter: a patient, a member, a kind of event, and two days. */
export function TrailForm({ kinds, patientId, form, busy, show }: Props) {
  const { trail } = words.value
  // The names of the members are read when the form gets the focus.
  const turnTo = () => {
    if (names.value === undefined) void names.again()
  }
  return (
    <form
      ref={form}
      class="stack"
      onFocusCapture={turnTo}
      onSubmit={(event) => {
        event.preventDefault()
        // A day that cannot be read would filter nothing. So the form is not sent then.
        if (event.currentTarget.querySelector('[aria-invalid="true"]')) focusMistake(event.currentTarget)
        else if (!busy) void show()
      }}
    >
      <div class="field">
        <p class="label">
          {trail.patient} <span class="soft">({words.value.forms.optional})</span>
        </p>
        {patientId === undefined ? (
          <PatientSearch
            choose={(patient) => {
              nameTrailPatient(patient.id, spokenName(patient))
              go(['settings', 'trail', patient.id])
            }}
          />
        ) : (
          <p class="chosen">
            <strong>{trailPatients.value.get(patientId) ?? trail.onePatient}</strong>
            <Button
              kind="quiet"
              icon="close"
              label={trail.anyPatient}
              onClick={() => go(['settings', 'trail'])}
            />
          </p>
        )}
      </div>
      <div class="pair">
        <Choice label={trail.member} name="memberId" all={trail.everybody} of={names.value?.members ?? []} />
        <Choice label={trail.kind} name="kind" all={trail.everything} of={Object.entries(kinds)} />
      </div>
      <div class="pair">
        <Day label={trail.from} name="from" />
        <Day label={trail.to} name="to" />
      </div>
      <div>
        <Button type="submit" busy={busy}>
          {trail.show}
        </Button>
      </div>
    </form>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  /** The label of the option that filters nothing. */
  readonly all: string
  readonly of: Iterable<readonly [value: string, says: string]>
}

const Choice = ({ label, name, all, of }: ChoiceProps) => (
  <Field label={label}>
    {(its) => (
      <select {...its} name={name}>
        <Options choices={[['', all], ...of]} />
      </select>
    )}
  </Field>
)

function Day({ label, name }: { readonly label: string; readonly name: string }) {
  const [day, setDay] = useState('')
  return (
    <>
      <DayField label={label} optional min="2000-01-01" max="9998-12-31" day={day} change={setDay} />
      <input type="hidden" name={name} value={day} />
    </>
  )
}
