import type { Patient } from '../../contract/names.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { useTwins } from '../../parts/patient/already-there.tsx'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { words } from '../../words/words.ts'
import { openMerge } from './merge-dialog.tsx'

/** Lets the user find the other record of the same person, and then shows both side by side. */
export const mergeWith = (patient: Patient): void =>
  void openDialog((close) => <MergeSearch patient={patient} close={close} />)

/** The search for the other record. Likely duplicates are offered before anything is typed. */
function MergeSearch({ patient, close }: { readonly patient: Patient; readonly close: () => void }) {
  const doubles = useTwins(patient)
  return (
    <Dialog title={words.value.patient.mergeWhich} close={close} size="wide">
      <div class="finder">
        <PatientSearch
          autofocus
          leave={close}
          except={patient}
          likely={doubles.map((double) => double.patient)}
          choose={(other) => {
            close()
            openMerge(patient, other)
          }}
        />
      </div>
    </Dialog>
  )
}
