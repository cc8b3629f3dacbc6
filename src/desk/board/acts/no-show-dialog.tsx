import { useState } from 'preact/hooks'
import type { DayEntry } from '../../api/names.ts'
import { online } from '../../api/online.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { sayProblem } from '../../shell/toasts.tsx'
import { words } from '../../words/words.ts'
import { nameOf } from './names.ts'
import { noteStep } from './progress.ts'

/** Notes that a patient did not come, with a note. One types at once, so its code is there. */
export const openNoShow = (entry: DayEntry): Promise<void> =>
  openDialog((close) => <NoShowDialog entry={entry} close={close} />)

/** The note may stay empty. */
function NoShowDialog({ entry, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  const [note, setNote] = useState('')
  const send = () => {
    // What was typed stays when nothing can be sent.
    if (!online.value) return sayProblem(shell.offlineWrite)
    close()
    void noteStep(entry, 'no_show', note.trim())
  }
  return (
    <Dialog
      title={acts.noShowTitle(nameOf(entry))}
      size="small"
      close={close}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit">
            {acts.steps.no_show}
          </Button>
        </>
      }
    >
      <Field label={acts.note} optional>
        {(its) => (
          <input
            {...its}
            autofocus
            maxLength={1000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
    </Dialog>
  )
}
