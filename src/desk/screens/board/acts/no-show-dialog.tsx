import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { Dialog, openDialog } from '../../../parts/dialog.tsx'
import { Field, FormProblem } from '../../../parts/field.tsx'
import { useForm } from '../../../parts/form.ts'
import { leaving } from '../../../parts/leaving.ts'
import { words } from '../../../words/words.ts'
import { entryOf } from '../day.ts'
import { nameOf } from './names.ts'
import { noteStep } from './progress.ts'
import { useAttempt } from './refusal.ts'

/** Notes that a patient did not come, with a note. One types at once, so its code is there. */
export const openNoShow = (entry: DayEntry): Promise<void> =>
  openDialog((close) => <NoShowDialog entry={entry} close={close} />)

/** The note may stay empty. */
function NoShowDialog({ entry, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  const { state, submit } = useForm()
  const attempt = useAttempt()
  const [note, setNote] = useState('')
  // What was typed stays until it is noted.
  const send = () =>
    submit(async () => {
      // After a refusal, the entry was read anew.
      await attempt((refused) => noteStep(entryOf(entry.id) ?? entry, 'no_show', note.trim(), refused))
      close()
    })
  return (
    <Dialog
      title={acts.noShowTitle(nameOf(entry))}
      size="small"
      {...leaving(() => note.trim() !== '' && !state.value.busy, close)}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={state.value.busy}>
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
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}
