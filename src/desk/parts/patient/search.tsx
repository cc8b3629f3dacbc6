import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import type { Patient } from '../../contract/names.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { Combobox } from '../combobox.tsx'
import { PatientAlerts } from './alerts.tsx'
import { type FoundPatient, findPatients } from './find.ts'
import { sayBorn } from './name.ts'
import { recent } from './recent.ts'

interface Props {
  readonly choose: (patient: Patient) => void
  readonly more?: { readonly says: (text: string) => string; readonly run: (text: string) => void }
  readonly autofocus?: boolean
  /** A patient who is not offered. */
  readonly except?: Patient
  /** Patients who are offered before anything is typed, above the patients who were opened last. */
  readonly likely?: readonly Patient[]
  /** The id of the text about the mistake. */
  readonly mistake?: string | undefined
  /** Leaves a dialog that only searches. */
  readonly leave?: () => void
}

const mostFound = 8

/**
 * Finds patients by name, phone number, e-mail address, date or year of birth. Before anything is typed, it offers the
 * patients who were opened last.
 */
export const PatientSearch = ({ choose, more, autofocus, except, likely = [], mistake, leave }: Props) => (
  <Combobox<FoundPatient>
    label={words.value.finder.label}
    placeholder={words.value.finder.placeholder}
    nothing={words.value.finder.nothing}
    find={async (text, signal) => (await findPatients(text, mostFound, signal)).filter(isOther(except))}
    recent={() => [...likely, ...recent.value.filter(isOther(except, ...likely))]}
    keyOf={({ id }) => id}
    draw={(patient) => <PatientLine patient={patient} />}
    choose={choose}
    more={more}
    mistake={mistake}
    leave={leave}
    autofocus={autofocus ?? false}
  />
)

const isOther =
  (...except: readonly (Patient | undefined)[]) =>
  ({ id }: Patient): boolean =>
    except.every((each) => each?.id !== id)

/**
 * A patient in a list of results: the name, data that distinguish two people with the same name, and the next visit.
 */
export const PatientLine = ({ patient }: { readonly patient: FoundPatient }) => (
  <>
    <strong>{listName(patient)}</strong>
    <PatientAlerts patient={patient} />
    <span class="soft number">{[sayBorn(patient.dob), patient.phoneMobile].filter(Boolean).join(' · ')}</span>
    {patient.nextVisitAt && (
      <span class="option-next number">{words.value.finder.next(sayWhen(patient.nextVisitAt, zone()))}</span>
    )}
  </>
)
