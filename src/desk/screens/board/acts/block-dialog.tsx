import { useMemo } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { repeatableKeys } from '../../../api/repeatable.ts'
import { Button } from '../../../base/button.tsx'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import { day, readDay } from '../../../live/day.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { useNew } from '../../../parts/draft.ts'
import { Field, FormProblem } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { words } from '../../../words/words.ts'
import { hand, letGo } from './holding.ts'
import { slotMs, type Where } from './move.ts'
import { useAttempt } from './refusal.ts'
import { act, type Refused } from './send.ts'
import { useTakingOver } from './use-taking-over.ts'
import { clearOf, type Wanted } from './wanted.ts'
import { unclearIn, WhereFields } from './where-fields.tsx'

/** Makes a block of time in which nobody can be booked. */
export function BlockDialog({
  where: start,
  close,
}: {
  readonly where?: Where | undefined
  readonly close: () => void
}) {
  const { acts, shell } = words.value
  const { takeOver, settled } = useTakingOver()
  const attempt = useAttempt()
  // An answer that was lost makes one block, however often the button is pressed.
  const keyOf = useMemo(repeatableKeys, [])
  const draft = useNew(
    useMemo(() => ({ title: '', where: (start ?? hereAndNow()) as Wanted }), []),
    async ({ title, where }) => {
      await attempt((refused) => block(clearOf(where)!, title.trim(), keyOf, refused))
      close()
    },
    unclearIn,
    settled,
  )
  const { title } = draft.fields
  return (
    <Dialog
      title={acts.blockTitle}
      {...leaving(() => title.trim() !== '', close)}
      onSubmit={draft.save}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={draft.busy}>
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
            onInput={(event) => draft.set({ title: event.currentTarget.value })}
          />
        )}
      </Field>
      <WhereFields draft={draft} takeOver={takeOver} type="unavailable" />
      <FormProblem text={draft.problem} />
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
  refused: Refused,
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
    refused,
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
