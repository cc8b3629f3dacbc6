import { useState } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { zone } from '../../../base/me.ts'
import { sayDayOf, saySpan } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { moveTo } from './move.ts'
import { nameOf } from './names.ts'
import { unpin } from './pins.ts'
import { Scope, type ScopeOf } from './scope.tsx'
import { moveFollowing } from './series.ts'
import { useWanted } from './use-wanted.ts'
import { clearOf } from './wanted.ts'
import { askWhen, WhereFields } from './where-fields.tsx'

/** Moves an entry without dragging. */
export function MoveDialog({ entry, close }: { readonly entry: DayEntry; readonly close: () => void }) {
  const { acts, shell } = words.value
  const { startAt, endAt, chairId } = entry
  const { wanted, change, takeOver, settled } = useWanted(() => ({ startAt, endAt, chairId }))
  const [scope, setScope] = useState<ScopeOf>('this')
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const to = (await settled()) ? clearOf(wanted.value) : undefined
    const moved = to !== undefined && (await (scope === 'this' ? moveTo : moveFollowing)(entry, to))
    setBusy(false)
    if (to === undefined) return askWhen()
    if (!moved) return
    unpin(entry)
    close()
  }
  return (
    <Dialog
      title={acts.moveTitle(nameOf(entry))}
      close={close}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {acts.move}
          </Button>
        </>
      }
    >
      <p class="soft">
        {acts.now} {sayDayOf(entry.startAt, zone())}, {saySpan(entry.startAt, entry.endAt, zone())}
      </p>
      <WhereFields
        value={wanted.value}
        change={change}
        takeOver={takeOver}
        type={entry.type}
        except={entry.id}
        autofocus
      />
      {entry.seriesId && <Scope value={scope} change={setScope} />}
    </Dialog>
  )
}
