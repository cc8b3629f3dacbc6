import { useRef } from 'preact/hooks'
import { go } from '../../base/route.ts'
import { sayTrouble } from '../../base/toasts.tsx'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { withWords, words } from '../../words/words.ts'
import { openBooking } from '../booking/open.tsx'

/** Finds a patient from anywhere. Enter opens their page; with Shift it books for them. */
export const openFinder = (): void => void openDialog((close) => <Finder close={close} />)

function Finder({ close }: { readonly close: () => void }) {
  const { finder } = words.value
  // The list says which patient was chosen. The event before it says whether to open the page or to book.
  const books = useRef(false)
  const look = ({ shiftKey }: KeyboardEvent | MouseEvent) => {
    books.current = shiftKey
  }
  return (
    <Dialog title={finder.label} close={close} size="wide">
      <div class="finder" onKeyDownCapture={look} onClickCapture={look}>
        <PatientSearch
          autofocus
          leave={close}
          choose={({ id }) => {
            close()
            if (books.current) openBooking({ patientId: id })
            else go(['patients', id])
          }}
          more={{
            says: finder.add,
            run: (text) => {
              close()
              void register(text)
            },
          }}
        />
        <p class="finder-keys">
          <span>
            <kbd>{finder.enter}</kbd> {finder.opens}
          </span>
          <span>
            <kbd>{finder.shiftEnter}</kbd> {finder.books}
          </span>
        </p>
      </div>
    </Dialog>
  )
}

/** Opens the form of a new patient. Its code is loaded when it is first wanted. */
async function register(name: string): Promise<void> {
  try {
    const { openNewPatient } = await withWords(import('./new-dialog.tsx'))
    openNewPatient(name)
  } catch (error) {
    sayTrouble(error)
  }
}
