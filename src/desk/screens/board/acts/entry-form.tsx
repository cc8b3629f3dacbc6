/** Everything about an entry: what it is, how far the visit has come, what was sent, and all fields to change. */
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { sayProblem } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { startTyping } from '../../../parts/typed.ts'
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
import { useTakeOver } from './use-wanted.ts'
import { clearOf } from './wanted.ts'
import { askWhen } from './where-fields.tsx'

export function EntryForm({ entry: given, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  const entry = entryOf(given.id) ?? given
  const [typed] = useState(() => startTyping({ fields: fieldsOf(given), version: given.version }))
  const { takeOver, settled } = useTakeOver()
  const [scope, setScope] = useState<ScopeOf>('this')
  const [busy, setBusy] = useState(false)
  const changed = typed.isUnsaved()
  // An act that is painted while it is sent is not yet saved.
  const follow = () => typed.follow(savedOf(entryOf(given.id) ?? given))
  useEffect(() => {
    if (!busy) follow()
  }, [busy, JSON.stringify(savedOf(entry))])
  const save = async () => {
    setBusy(true)
    const isRead = await settled()
    const isClear = isRead && typed.fields.value.where.unclear === undefined
    const isSeen = !typed.hasUnseen()
    const saved = isClear && isSeen && (await saveChanges(entryOf(given.id) ?? given, typed.changes(), scope))
    setBusy(false)
    if (!isClear) return askWhen()
    if (!isSeen) return sayProblem(words.value.forms.changedMeanwhile)
    if (saved) close()
  }
  const leave = leaving(typed.isUnsaved, close)
  const leaveFor = (run: () => unknown) => {
    const goOn = () => {
      close()
      void run()
    }
    if (leaving(typed.isUnsaved, goOn).mayClose()) goOn()
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
      <EntryFields entry={entry} typed={typed} takeOver={takeOver} scope={scope} changeScope={setScope} />
      {entry.reminders.length > 0 && <Messages entry={entry} />}
      {entry.type === 'appointment' && <History entry={entry} />}
    </Dialog>
  )
}

const savedOf = (entry: DayEntry) => ({ fields: fieldsOf(entry), version: entry.version })

/** The later occurrences of a series take the time and the chair, and no other field. */
async function saveChanges(
  entry: DayEntry,
  { where, ...rest }: Partial<EntryValues>,
  scope: ScopeOf,
): Promise<boolean> {
  const says = () => words.value.acts.saved(nameOf(entry))
  const to = where && clearOf(where)
  if (scope === 'this' || to === undefined) return edit(entry, { ...to, ...rest }, says)
  if (!(await moveFollowing(entry, to))) return false
  return edit(entryOf(entry.id) ?? entry, rest, says)
}
