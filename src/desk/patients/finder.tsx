import { Dialog, openDialog } from '../parts/dialog.tsx'
import { go } from '../shell/route.ts'
import { words } from '../words/words.ts'
import { PatientSearch } from './search.tsx'

/** Finds a patient from anywhere and opens their page. */
export const openFinder = (): void =>
  void openDialog((close) => (
    <Dialog title={words.value.finder.label} close={close} size="wide">
      <PatientSearch
        autofocus
        choose={({ id }) => {
          close()
          go(['patients', id])
        }}
      />
    </Dialog>
  ))
