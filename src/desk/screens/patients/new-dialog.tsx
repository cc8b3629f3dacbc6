import { go } from '../../base/route.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { leaving } from '../../parts/leaving.ts'
import { NewPatientForm } from '../../parts/patient/new-patient.tsx'
import { words } from '../../words/words.ts'

/** Opens the form for a new patient, and then their page. `text` is the text of the search before. */
export function openNewPatient(text: string): void {
  let isTyped = false
  const typed = () => {
    isTyped = true
  }
  void openDialog((close) => (
    <Dialog title={words.value.patient.add} {...leaving(() => isTyped, close)}>
      <div onInput={typed}>
        <NewPatientForm
          name={text}
          cancel={close}
          saved={({ id }) => {
            close()
            go(['patients', id])
          }}
        />
      </div>
    </Dialog>
  ))
}
