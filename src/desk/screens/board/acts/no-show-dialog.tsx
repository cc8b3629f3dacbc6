import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { Dialog, FormButtons, openDialog } from '../../../parts/dialog.tsx'
import { useNew } from '../../../parts/draft.ts'
import { FormProblem } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { nameOf } from './names.ts'
import { noteStep, sayEarly } from './progress.ts'
import { useAttempt } from './refusal.ts'

/** Opens the dialogue that notes a no-show. Its code is loaded already, because people start to type at once. */
export const openNoShow = (entry: DayEntry): Promise<void> =>
  openDialog((close) => <NoShowDialog entry={entry} close={close} />)

const nothing = { note: '' }

/** Asks for an optional note about the no-show. */
function NoShowDialog({ entry, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts } = words.value
  const attempt = useAttempt()
  const early = sayEarly(entry)
  // The typed text stays until the no-show is noted.
  const draft = useNew(nothing, async ({ note }) => {
    // After a refusal, the entry was read again.
    await attempt((refused) => noteStep(entryOf(entry.id) ?? entry, 'no_show', note.trim(), refused))
    close()
  })
  return (
    <Dialog
      title={acts.noShowTitle(nameOf(entry))}
      size="small"
      {...leaving(() => draft.isUnsaved && !draft.busy, close)}
      onSubmit={draft.save}
      actions={<FormButtons close={close} verb={acts.steps.no_show} busy={draft.busy} />}
    >
      {early && <p>{early}</p>}
      <TextField draft={draft} name="note" label={acts.note} optional autofocus maxLength={1000} />
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}
