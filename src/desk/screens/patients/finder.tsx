import { useRef } from 'preact/hooks'
import { go } from '../../base/route.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { PatientSearch } from '../../parts/patient/search.tsx'
import { words } from '../../words/words.ts'
import { openBooking } from '../booking/open.tsx'

interface Props {
  /** Opens the form for a new patient with this name. */
  readonly add: (name: string) => void
  readonly close: () => void
}

/** Opens the dialogue that finds a patient. Enter opens the patient's page. Shift and Enter open a booking instead. */
export const openFinder = (add: Props['add']): void =>
  void openDialog((close) => <Finder add={add} close={close} />)

function Finder({ add, close }: Props) {
  const { finder } = words.value
  // The search only returns the chosen patient. The key or click before it shows whether to open the page or to book.
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
              add(text)
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
