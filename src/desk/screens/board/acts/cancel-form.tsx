import { useState } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { me, zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { useNew } from '../../../parts/draft.ts'
import { Field, FormProblem } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { useAttempt } from './refusal.ts'
import { type Cancellable, cancel, cancelFollowing, type Why } from './remove.ts'
import { Scope, type ScopeOf } from './scope.tsx'

const hourMs = 3_600_000

const start = { reason: '', note: '', by: 'patient' as Why['by'], scope: 'this' as ScopeOf }

/** Asks why an appointment is cancelled, and who wishes it. */
export function CancelForm({
  entry: opened,
  close,
  cancelled,
}: {
  readonly entry: Cancellable
  readonly close: () => void
  readonly cancelled: () => void
}) {
  const { acts } = words.value
  const attempt = useAttempt()
  const [entry, setEntry] = useState(opened)
  const draft = useNew(
    start,
    async ({ reason, by, note, scope }) => {
      const why = { reason: reason.trim(), by, ...(note.trim() && { note: note.trim() }) }
      const act = scope === 'this' ? cancel : cancelFollowing
      try {
        await attempt((refused) => act(entry, why, refused))
      } catch (error) {
        // What was typed stays until the appointment is cancelled.
        setEntry(await readAnew(entry))
        throw error
      }
      cancelled()
      close()
    },
    ({ reason }) => (reason.trim() === '' ? { reason: acts.reasonMissing } : {}),
  )
  const { fields, set } = draft
  // What is on its way is not asked about: a message says when it is refused.
  const isTyped = () => !draft.busy && `${fields.reason}${fields.note}`.trim() !== ''
  const who = entry.patient ? spokenName(entry.patient) : ''
  return (
    <Dialog
      title={acts.cancelTitle}
      size="small"
      {...leaving(isTyped, close)}
      onSubmit={draft.save}
      actions={
        <>
          <Button onClick={close}>{acts.keep}</Button>
          <Button kind="danger" type="submit" busy={draft.busy}>
            {acts.cancel}
          </Button>
        </>
      }
    >
      <p>
        <strong>{who}</strong> {sayWhen(entry.startAt, zone())}
      </p>
      {isShortNotice(entry.startAt) && <p class="badge caution at-start">{acts.shortNotice}</p>}
      <fieldset class="act-choices">
        <legend class="label">{acts.whoseWish}</legend>
        {(['patient', 'practice'] as const).map((each) => (
          <label key={each} class="tick">
            <input type="radio" name="by" checked={fields.by === each} onChange={() => set({ by: each })} />
            {acts.wishOf[each]}
          </label>
        ))}
      </fieldset>
      <Field label={acts.reason} error={draft.errorAt('reason')}>
        {(its) => (
          <input
            {...its}
            autofocus
            maxLength={200}
            value={fields.reason}
            autocomplete="off"
            onInput={(event) => set({ reason: event.currentTarget.value })}
          />
        )}
      </Field>
      <div class="act-chips">
        {acts.reasons[fields.by].map((each) => (
          <button
            key={each}
            type="button"
            class="act-chip"
            aria-pressed={fields.reason === each}
            onClick={() => set({ reason: each })}
          >
            {each}
          </button>
        ))}
      </div>
      <Field label={acts.note} optional error={draft.errorAt('note')}>
        {(its) => (
          <textarea
            {...its}
            rows={2}
            maxLength={1000}
            value={fields.note}
            onInput={(event) => set({ note: event.currentTarget.value })}
          />
        )}
      </Field>
      {entry.seriesId && <Scope value={fields.scope} change={(scope) => set({ scope })} />}
      <p class="hint">{words.value.booking.newsWait}</p>
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}

/** The appointment as it is now, because a refusal may come from a change elsewhere; as it was where it cannot be read. */
async function readAnew(entry: Cancellable): Promise<Cancellable> {
  try {
    const { version, startAt } = await api.GET(
      '/api/v1/appointments/{appointmentId}',
      at({ appointmentId: entry.id }),
    )
    return { ...entry, version, startAt }
  } catch {
    return entry
  }
}

/** As the server will see it: fewer hours are left than the practice has set, or the start has passed. */
function isShortNotice(startAt: string): boolean {
  const hours = me.value.practice.shortNoticeHours
  return hours > 0 && Date.parse(startAt) - now.value < hours * hourMs
}
