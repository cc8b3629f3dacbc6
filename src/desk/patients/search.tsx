import { ask } from '../api/api.ts'
import type { Patient } from '../api/names.ts'
import { Combobox } from '../parts/combobox.tsx'
import { sayDob } from '../time/say.ts'
import { words } from '../words/words.ts'

interface Props {
  readonly choose: (patient: Patient) => void
  readonly more?: { readonly says: (text: string) => string; readonly run: (text: string) => void }
  readonly autofocus?: boolean
}

const mostFound = 8

/** Finds patients by a part of the name, the phone number or the date of birth. */
export const PatientSearch = ({ choose, more, autofocus }: Props) => (
  <Combobox
    label={words.value.finder.label}
    placeholder={words.value.finder.placeholder}
    nothing={words.value.finder.nothing}
    find={findPatients}
    keyOf={({ id }) => id}
    draw={(patient) => (
      <>
        <strong>
          {patient.lastName}, {patient.firstName}
        </strong>
        <span class="soft">
          {patient.dob && sayDob(patient.dob)} {patient.phoneMobile}
        </span>
      </>
    )}
    choose={choose}
    more={more}
    autofocus={autofocus ?? false}
  />
)

/** Patients that fit what was typed. */
async function findPatients(text: string, signal: AbortSignal): Promise<readonly Patient[]> {
  const query = { search: text, limit: mostFound }
  const { patients } = await ask((api) => api.GET('/api/v1/patients', { params: { query }, signal }))
  return patients
}
