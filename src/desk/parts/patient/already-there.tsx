import { api } from '../../api/api.ts'
import { Icon } from '../../base/icon.tsx'
import type { Patient } from '../../contract/names.ts'
import type { components } from '../../contract/openapi.ts'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import { useAnswer } from '../read.tsx'
import { PatientLine } from './search.tsx'

type Duplicate = components['schemas']['DuplicateList']['duplicates'][number]

/** The facts that are known about a person. */
interface KnownPerson {
  readonly firstName?: string
  readonly lastName?: string
  readonly dob?: string
  readonly phoneMobile?: string
  readonly email?: string
}

const pauseMs = 250
/** The API finds up to 20 patients. More than a few are no help while a person types. */
const mostShown = 4

/** Whether enough is known about a person for the API to look for them. */
const saysEnough = ({ firstName, lastName, phoneMobile = '', email = '' }: KnownPerson) =>
  (firstName !== undefined && lastName !== undefined) || phoneMobile.length > 4 || email.includes('@')

/** The patients who may be this person, during typing. A failure is not shown, because the list is only a help. */
function useDuplicates(person: KnownPerson, exceptId?: string): readonly Duplicate[] {
  const query = saysEnough(person) ? { ...person, ...(exceptId !== undefined && { exceptId }) } : undefined
  const found = useAnswer(query, pauseMs, (query, signal) =>
    api.GET('/api/v1/patients/duplicates', { params: { query }, signal }),
  )
  return (query && found.value?.duplicates) ?? []
}

/** The other patients who may be the same person as this one. */
export const useTwins = ({ id, firstName, lastName, dob, phoneMobile, email }: Patient) =>
  useDuplicates(
    {
      firstName,
      lastName,
      ...(dob !== null && { dob: dob.slice(0, 10) }),
      ...(phoneMobile !== null && { phoneMobile }),
      ...(email !== null && { email }),
    },
    id,
  )

/** Shows existing patients who may be the person of a form. A click chooses the patient. */
export function AlreadyThere({
  person,
  choose,
}: {
  readonly person: KnownPerson
  readonly choose: (patient: Patient) => void
}) {
  const found = useDuplicates(person)
  const { patient: w } = words.value
  return (
    <div role="status">
      {found.length > 0 && (
        <div class="already">
          <p class="label">
            <Icon name="alert" /> {w.alreadyThere}
          </p>
          <ul>
            {found.slice(0, mostShown).map(({ patient, reasons }) => (
              <li key={patient.id}>
                <button type="button" class="already-one" onClick={() => choose(patient)}>
                  <PatientLine patient={patient} />
                  <span class="badge caution">
                    {reasons.map((reason) => known(w.reasons, reason, words.value.shell.newer)).join(', ')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
