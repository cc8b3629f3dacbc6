import { Nowhere } from '../../base/nowhere.tsx'
import { route } from '../../base/route.ts'
import { PatientList } from './patient-list.tsx'
import { PatientPage } from './patient-page.tsx'

/** Whether a part of the address is an id. Other texts, such as `..`, could change the path of an API request. */
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** The list of patients, or the page of the patient in the address. */
export const Patients = () => {
  const id = route.value[1]
  if (id === undefined) return <PatientList />
  if (isId(id)) return <PatientPage key={id} id={id} />
  return <Nowhere />
}
