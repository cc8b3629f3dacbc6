import { words } from '../words/words.ts'

export const Patients = () => (
  <div class="page">
    <h1>{words.value.patient.title}</h1>
  </div>
)
