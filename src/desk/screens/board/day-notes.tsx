import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import type { Day } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { openDayNote } from './acts/dialogs.tsx'

/** What the team must know on the day. Each note leads to its dialogue. */
export const DayNotes = ({ day: { date, notes } }: { readonly day: Day }) =>
  notes.length === 0 ? null : (
    <ul class="board-away board-notes">
      {notes.map((note) => (
        <li key={note.id}>
          <button type="button" class="badge info" onClick={() => openDayNote(date, note.id)}>
            <Icon name="note" />
            {note.text}
          </button>
        </li>
      ))}
    </ul>
  )

export const AddDayNote = ({ day: { date } }: { readonly day: Day }) => (
  <Button icon="note" label={words.value.board.addNote} onClick={() => openDayNote(date)} />
)
