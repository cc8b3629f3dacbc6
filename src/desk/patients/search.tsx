import type { Patient } from '../api/names.ts'
import { Combobox } from '../parts/combobox.tsx'
import { listName } from '../words/names.ts'
import { words } from '../words/words.ts'
import { findPatients } from './find.ts'
import { sayBorn } from './name.ts'
import { recent } from './recent.ts'

interface Props {
  readonly choose: (patient: Patient) => void
  readonly more?: { readonly says: (text: string) => string; readonly run: (text: string) => void }
  readonly autofocus?: boolean
}

const mostFound = 8

/**
 * Finds patients by name, phone number, e-mail address, date or year of birth. Before anything is typed, it offers the
 * patients who were opened last.
 */
export const PatientSearch = ({ choose, more, autofocus }: Props) => (
  <Combobox
    label={words.value.finder.label}
    placeholder={words.value.finder.placeholder}
    nothing={words.value.finder.nothing}
    find={(text, signal) => findPatients(text, mostFound, signal)}
    recent={() => recent.value}
    keyOf={({ id }) => id}
    draw={(patient) => <PatientLine patient={patient} />}
    choose={choose}
    more={more}
    autofocus={autofocus ?? false}
  />
)

/** A patient in a list of finds: the name, and what tells two people of one name apart. */
export const PatientLine = ({ patient }: { readonly patient: Patient }) => (
  <>
    <strong>{listName(patient)}</strong>
    <span class="soft number">{[sayBorn(patient.dob), patient.phoneMobile].filter(Boolean).join(' · ')}</span>
  </>
)
