import { route } from '../shell/route.ts'
import { PatientList } from './patient-list.tsx'
import { PatientPage } from './patient-page.tsx'

/** The list of patients, or the page of the one whom the place names. */
export const Patients = () => {
  const id = route.value[1]
  return id === undefined ? <PatientList /> : <PatientPage key={id} id={id} />
}
