import { useState } from 'preact/hooks'
import { zone } from '../../../base/me.ts'
import { sayDayOf, saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { Dialog, FormButtons } from '../../../parts/dialog.tsx'
import { FormProblem } from '../../../parts/field.tsx'
import { words } from '../../../words/words.ts'
import { placedAt } from './entry-fields.tsx'
import { acceptAt, moveTo } from './move.ts'
import { nameOf } from './names.ts'
import { unpin } from './pins.ts'
import { Scope, type ScopeOf } from './scope.tsx'
import { moveFollowing } from './series.ts'
import { nowOf, useEntryDraft } from './use-entry-draft.ts'
import { clearOf, type Placed } from './wanted.ts'
import { WhereFields } from './where-fields.tsx'

/** A dialogue that moves an entry. With `accepts`, it accepts an online request at another time. */
export function MoveDialog({
  entry: given,
  accepts,
  close,
}: {
  readonly entry: DayEntry
  readonly accepts?: { readonly title: string; readonly accepted: () => void }
  readonly close: () => void
}) {
  const { acts, inbox } = words.value
  const entry = nowOf(given)
  const [scope, setScope] = useState<ScopeOf>('this')
  const { draft, takeOver } = useEntryDraft<Placed>(
    given,
    placedAt,
    async (entry, { where }, refused) =>
      where === undefined ||
      (accepts ? acceptAt : scope === 'this' ? moveTo : moveFollowing)(entry, clearOf(where)!, refused),
  )
  const move = async () => {
    if (!(await draft.save())) return
    unpin(entry)
    accepts?.accepted()
    close()
  }
  return (
    <Dialog
      title={accepts?.title ?? acts.moveTitle(nameOf(entry))}
      close={close}
      onSubmit={move}
      actions={
        <FormButtons
          close={close}
          verb={accepts ? inbox.accept : acts.move}
          busy={draft.busy}
          disabled={accepts !== undefined && !draft.isUnsaved}
        />
      }
    >
      <p class="soft">
        {acts.now} {sayDayOf(entry.startAt, zone())}, {saySpan(entry.startAt, entry.endAt, zone())}
      </p>
      <WhereFields draft={draft} takeOver={takeOver} entry={entry} autofocus />
      {entry.seriesId && <Scope value={scope} change={setScope} />}
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}
