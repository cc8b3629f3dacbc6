import { Button } from '../../base/button.tsx'
import { Icon } from '../../base/icon.tsx'
import type { Day } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { openDayNote } from './acts/dialogs.tsx'
import { sayDaysOf } from './said-days.ts'

/** The notes for the team on the day, or on each day of the week. A click on a note opens its dialogue. */
export const DayNotes = ({ days }: { readonly days: readonly Day[] }) =>
  days.every(({ notes }) => notes.length === 0) ? null : (
    <ul class="board-away board-notes">
      {days.flatMap((day) =>
        day.notes.map((note) => (
          <li key={note.id}>
            <button type="button" class="badge info" onClick={() => openDayNote(day.date, note.id)}>
              <Icon name="note" />
              {sayDaysOf(days, [day])}
              {note.text}
            </button>
          </li>
        )),
      )}
    </ul>
  )

export const AddDayNote = ({ day: { date } }: { readonly day: Day }) => (
  <Button icon="note" label={words.value.board.addNote} onClick={() => openDayNote(date)} />
)
