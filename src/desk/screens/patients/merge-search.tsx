import type { Patient } from '../../contract/names.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { words } from '../../words/words.ts'
import { openMerge } from './merge-dialog.tsx'

/** Asks for the other record of the same person, then opens both side by side. */
export const mergeWith = (patient: Patient): void =>
  void openDialog((close) => (
    <Dialog title={words.value.patient.mergeWhich} close={close} size="wide">
      <div class="finder">
        <PatientSearch
          autofocus
          except={patient}
          choose={(other) => {
            close()
            openMerge(patient, other)
          }}
        />
      </div>
    </Dialog>
  ))
