import { Nowhere } from '../../base/nowhere.tsx'
import { route } from '../../base/route.ts'
import { PatientList } from './patient-list.tsx'
import { PatientPage } from './patient-page.tsx'

/** A place may name anything, such as `..`, which would lead to another path of the API. */
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The list of patients, or the page of the patient in the place. */
export const Patients = () => {
  const id = route.value[1]
  if (id === undefined) return <PatientList />
  if (isId(id)) return <PatientPage key={id} id={id} />
  return <Nowhere />
}
