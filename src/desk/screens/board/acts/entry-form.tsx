/** Everything about an entry: what it is, how far the visit has come, what was sent, and all fields to change. */
import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { words } from '../../../words/words.ts'
import { askToCancel } from './ask-to-cancel.ts'
import { EntryPerson, Messages } from './entry-facts.tsx'
import { EntryFields, type EntryValues, fieldsOf } from './entry-fields.tsx'
import { History } from './entry-history.tsx'
import { EntrySteps } from './entry-steps.tsx'
import { edit } from './move.ts'
import { nameOf } from './names.ts'
import type { ScopeOf } from './scope.tsx'
import { moveFollowing } from './series.ts'
import { useWanted } from './use-wanted.ts'
import { askWhen } from './where-fields.tsx'

export function EntryForm({ entry: given, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  // The steps and messages are those of now. The fields begin with what one saw when one opened them.
  const entry = entryOf(given.id) ?? given
  const [base, setBase] = useState(given)
  const { wanted, change, takeOver, settled } = useWanted<EntryValues>(() => fieldsOf(given))
  const [scope, setScope] = useState<ScopeOf>('this')
  const [busy, setBusy] = useState(false)
  const isChanged = () => JSON.stringify(wanted.value) !== JSON.stringify(fieldsOf(base))
  const changed = isChanged()
  const save = async () => {
    setBusy(true)
    const isRead = await settled()
    const { unclear, ...clear } = wanted.value
    const isClear = isRead && unclear === undefined
    const saved = isClear && (!isChanged() || (await saveFields(base, clear, scope)))
    setBusy(false)
    if (!isClear) return askWhen()
    if (saved) return close()
    // What one typed stays, and the next try begins with what the entry is now.
    setBase(entryOf(given.id) ?? base)
  }
  const leave = leaving(() => changed, close)
  const leaveFor = (run: () => unknown) => {
    const goOn = () => {
      close()
      void run()
    }
    if (leaving(() => changed, goOn).mayClose()) goOn()
  }
  return (
    <Dialog
      title={nameOf(entry)}
      {...leave}
      onSubmit={save}
      actions={
        <>
          <Button class="at-start" onClick={() => leaveFor(() => askToCancel(entry))}>
            {entry.type === 'appointment' ? acts.cancelMenu : acts.delete}
          </Button>
          <Button onClick={() => leave.mayClose() && close()}>{shell.close}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={!changed}>
            {shell.save}
          </Button>
        </>
      }
    >
      <EntryPerson entry={entry} />
      {entry.type === 'appointment' && <EntrySteps entry={entry} leaveFor={leaveFor} />}
      <EntryFields
        entry={base}
        fields={wanted.value}
        change={change}
        takeOver={takeOver}
        scope={scope}
        changeScope={setScope}
      />
      {entry.reminders.length > 0 && <Messages entry={entry} />}
      {entry.type === 'appointment' && <History entry={entry} />}
    </Dialog>
  )
}

/** The later occurrences of a series take the time and the chair, and no other field. */
async function saveFields(
  base: DayEntry,
  fields: Omit<EntryValues, 'unclear'>,
  scope: ScopeOf,
): Promise<boolean> {
  const { startAt, endAt, chairId, ...rest } = fields
  const says = () => words.value.acts.saved(nameOf(base))
  if (scope === 'this') return edit(base, fields, says)
  if (!(await moveFollowing(base, { startAt, endAt, chairId }))) return false
  return edit(entryOf(base.id) ?? base, rest, says)
}
