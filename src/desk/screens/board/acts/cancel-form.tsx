import { useState } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { me, zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { Dialog } from '../../../parts/dialog.tsx'
import { Field, FormProblem } from '../../../parts/field.tsx'
import { mistakes, useForm } from '../../../parts/form.ts'
import { leaving } from '../../../parts/leaving.ts'
import { spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { useAttempt } from './refusal.ts'
import { type Cancellable, cancel, cancelFollowing, type Why } from './remove.ts'
import { Scope, type ScopeOf } from './scope.tsx'

const hourMs = 3_600_000

/** Asks why an appointment is cancelled and whose wish it is. */
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
  const { state, submit } = useForm()
  const attempt = useAttempt()
  const [entry, setEntry] = useState(opened)
  const [by, setBy] = useState<Why['by']>('patient')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const [scope, setScope] = useState<ScopeOf>('this')
  const send = () =>
    submit(async () => {
      if (reason.trim() === '') throw mistakes({ reason: acts.reasonMissing })
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
    })
  // What is on its way is not asked about: a message tells when it is refused.
  const isTyped = () => !state.value.busy && (reason.trim() !== '' || note.trim() !== '')
  const who = entry.patient ? spokenName(entry.patient) : ''
  return (
    <Dialog
      title={acts.cancelTitle}
      size="small"
      {...leaving(isTyped, close)}
      onSubmit={send}
      actions={
        <>
          <Button onClick={close}>{acts.keep}</Button>
          <Button kind="danger" type="submit" busy={state.value.busy}>
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
            <input type="radio" name="by" checked={by === each} onChange={() => setBy(each)} />
            {acts.wishOf[each]}
          </label>
        ))}
      </fieldset>
      <Field label={acts.reason} error={state.value.errors.reason}>
        {(its) => (
          <input
            {...its}
            autofocus
            maxLength={200}
            value={reason}
            autocomplete="off"
            onInput={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="act-chips">
        {acts.reasons[by].map((each) => (
          <button
            key={each}
            type="button"
            class="act-chip"
            aria-pressed={reason === each}
            onClick={() => setReason(each)}
          >
            {each}
          </button>
        ))}
      </div>
      <Field label={acts.note} optional error={state.value.errors.note}>
        {(its) => (
          <textarea
            {...its}
            rows={2}
            maxLength={1000}
            value={note}
            onInput={(event) => setNote(event.currentTarget.value)}
          />
        )}
      </Field>
      {entry.seriesId && <Scope value={scope} change={setScope} />}
      <p class="hint">{acts.newsWait}</p>
      <FormProblem text={state.value.problem} />
    </Dialog>
  )
}

/** The appointment as it is now, because a refusal may come from a change elsewhere; as it was where it cannot be read. */
async function readAnew(entry: Cancellable): Promise<Cancellable> {
  try {
    const params = { path: { appointmentId: entry.id } }
    const { version, startAt } = await ask((api) =>
      api.GET('/api/v1/appointments/{appointmentId}', { params }),
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
