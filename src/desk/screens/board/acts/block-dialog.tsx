import { useMemo, useState } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { repeatableKeys } from '../../../api/repeatable.ts'
import { Button } from '../../../base/button.tsx'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import { day, readDay } from '../../../live/day.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { words } from '../../../words/words.ts'
import { hand, letGo } from './holding.ts'
import { slotMs, type Where } from './move.ts'
import { act } from './send.ts'
import { useWanted } from './use-wanted.ts'
import { clearOf } from './wanted.ts'
import { askWhen, WhereFields } from './where-fields.tsx'

/** Makes a block of time in which nobody can be booked. */
export function BlockDialog({
  where: start,
  close,
}: {
  readonly where?: Where | undefined
  readonly close: () => void
}) {
  const { acts, shell } = words.value
  const { wanted, change, takeOver, settled } = useWanted(() => start ?? hereAndNow())
  const [title, setTitle] = useState('')
  const [busy, setBusy] = useState(false)
  // An answer that was lost makes one block, however often the button is pressed.
  const keyOf = useMemo(repeatableKeys, [])
  const send = async () => {
    setBusy(true)
    const at = (await settled()) ? clearOf(wanted.value) : undefined
    const done = at !== undefined && (await block(at, title.trim(), keyOf))
    setBusy(false)
    if (at === undefined) return askWhen()
    if (done) close()
  }
  return (
    <Dialog
      title={acts.blockTitle}
      {...leaving(() => title.trim() !== '', close)}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {acts.block}
          </Button>
        </>
      }
    >
      <Field label={acts.blockFor} optional>
        {(its) => (
          <input
            {...its}
            autofocus
            maxLength={200}
            value={title}
            onInput={(event) => setTitle(event.currentTarget.value)}
          />
        )}
      </Field>
      <WhereFields value={wanted.value} change={change} takeOver={takeOver} type="unavailable" />
    </Dialog>
  )
}

/** An hour on the first chair of the day that is shown: from now on, or from when the chair opens. */
function hereAndNow(): Where {
  const shown = day.value
  const chair = shown?.chairs[0]
  const isToday = shown === undefined || shown.date === dateOf(now.value, zone())
  const opens = chair?.hours[0]?.startAt ?? shown?.grid.find(({ label }) => label === '08:00')?.at
  const from = isToday || opens === undefined ? Math.ceil(now.value / slotMs()) * slotMs() : Date.parse(opens)
  return {
    startAt: new Date(from).toISOString(),
    endAt: new Date(from + 3_600_000).toISOString(),
    chairId: chair?.id ?? null,
  }
}

async function block(
  { startAt, endAt, chairId }: Where,
  title: string,
  keyOf: ReturnType<typeof repeatableKeys>,
): Promise<boolean> {
  const body = {
    type: 'unavailable' as const,
    startAt,
    endAt,
    ...(chairId !== null && { chairId }),
    ...(title !== '' && { title }),
  }
  let made = ''
  if (hand.peek().is === 'mark') letGo()
  return act({
    entries: [],
    become: [],
    send: async () => {
      const params = { header: keyOf(body) }
      made = (await ask((api) => api.POST('/api/v1/appointments', { params, body }))).id
      await readDay()
      return []
    },
    says: () => words.value.acts.blocked(title || words.value.acts.kinds.unavailable),
    undo: () => ({
      become: [],
      send: async () => {
        const path = { appointmentId: made }
        await ask((api) => api.DELETE('/api/v1/appointments/{appointmentId}', { params: { path } }))
        await readDay()
        return []
      },
    }),
  })
}
