import { Dialog, openDialog } from '../parts/dialog.tsx'
import { go } from '../shell/route.ts'
import { words } from '../words/words.ts'
import { NewPatientForm } from './new-patient.tsx'

/** Opens the form for a new patient. `text` is what was searched for before. Then their page opens. */
export const openNewPatient = (text = ''): void =>
  void openDialog((close) => (
    <Dialog title={words.value.patient.add} close={close}>
      <NewPatientForm
        name={text}
        cancel={close}
        saved={({ id }) => {
          close()
          go(['patients', id])
        }}
      />
    </Dialog>
  ))
