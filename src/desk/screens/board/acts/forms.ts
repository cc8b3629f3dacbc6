/** The code of the board that is loaded after its first drawing: dialogues, search, month, and popups of entries. */
import { cancelledParts } from '../find/cancelled-cards.tsx'
import { FindDialog } from '../find/find-dialog.tsx'
import { Month } from '../month.tsx'
import { DayNoteDialog } from './day-note-dialog.tsx'
import { EntryForm } from './entry-form.tsx'
import { showGlance } from './glance.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { Pins } from './pin-list.tsx'

export const forms = {
  cancelledParts,
  DayNoteDialog,
  EntryForm,
  FindDialog,
  Month,
  MoveDialog,
  Pins,
  showGlance,
}
