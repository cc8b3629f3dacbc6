/** The dialogue of an entry: the patient, how far the visit is, the messages, and all fields to change. */
import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { FormProblem } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { words } from '../../../words/words.ts'
import { askToCancel } from './ask-to-cancel.ts'
import { EntryFields, type EntryValues, fieldsOf } from './entry-fields.tsx'
import { History } from './entry-history.tsx'
import { Messages } from './entry-messages.tsx'
import { EntryPerson } from './entry-person.tsx'
import { EntrySteps } from './entry-steps.tsx'
import { edit } from './move.ts'
import { nameOf } from './names.ts'
import { nextStep } from './next-step.ts'
import type { ScopeOf } from './scope.tsx'
import type { Refused } from './send.ts'
import { moveFollowing } from './series.ts'
import { nowOf, useEntryDraft } from './use-entry-draft.ts'
import { clearOf } from './wanted.ts'

export function EntryForm({ entry: given, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  const entry = nowOf(given)
  const [scope, setScope] = useState<ScopeOf>('this')
  const { draft, takeOver } = useEntryDraft(given, fieldsOf, saveChanges(scope))
  const leave = leaving(() => draft.isUnsaved, close)
  // When no step can follow and nothing was typed, closing is the likely next act. So that button is the main one.
  const isRead = !draft.isUnsaved && nextStep(entry) === undefined
  const leaveFor = (run: () => unknown) => {
    const goOn = () => {
      close()
      void run()
    }
    if (leaving(() => draft.isUnsaved, goOn).mayClose()) goOn()
  }
  return (
    <Dialog
      title={nameOf(entry)}
      {...leave}
      onSubmit={async () => (await draft.save()) && close()}
      actions={
        <>
          <Button class="at-start" onClick={() => leaveFor(() => askToCancel(entry))}>
            {entry.type === 'appointment' ? acts.cancelMenu : acts.delete}
          </Button>
          <Button kind={isRead ? 'primary' : 'plain'} onClick={() => leave.mayClose() && close()}>
            {shell.close}
          </Button>
          <Button
            kind={draft.isUnsaved ? 'primary' : 'plain'}
            type="submit"
            busy={draft.busy}
            disabled={!draft.isUnsaved}
          >
            {shell.save}
          </Button>
        </>
      }
    >
      <div class="entry-form">
        <div class="stack">
          <EntryPerson entry={entry} />
          {entry.type === 'appointment' && (
            <EntrySteps entry={entry} leads={!draft.isUnsaved} leaveFor={leaveFor} />
          )}
        </div>
        <div class="stack entry-fields">
          <EntryFields entry={entry} draft={draft} takeOver={takeOver} scope={scope} changeScope={setScope} />
          <FormProblem text={draft.problem} />
        </div>
        <div class="stack">
          {entry.reminders.length > 0 && <Messages entry={entry} />}
          {entry.type === 'appointment' && <History entry={entry} />}
        </div>
      </div>
    </Dialog>
  )
}

/** Saves the changes. The later occurrences of a series get the new time and chair, but no other field. */
const saveChanges =
  (scope: ScopeOf) =>
  async (entry: DayEntry, { where, ...rest }: Partial<EntryValues>, refused: Refused): Promise<boolean> => {
    const says = () => words.value.acts.saved(nameOf(entry))
    if (scope === 'this' || where === undefined)
      return edit(entry, { ...(where && clearOf(where)), ...rest }, says, refused)
    if (!(await moveFollowing(entry, clearOf(where)!, refused))) return false
    return edit(nowOf(entry), rest, says, refused)
  }
