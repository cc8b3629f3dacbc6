import { useState } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { me, zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { Dialog, FormButtons } from '../../../parts/dialog.tsx'
import { useNew } from '../../../parts/draft.ts'
import { FormProblem } from '../../../parts/field.tsx'
import { leaving } from '../../../parts/leaving.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { Radios } from '../../../parts/tick.tsx'
import { spokenName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'
import { useAttempt } from './refusal.ts'
import { type Cancellable, cancel, cancelFollowing, type Why } from './remove.ts'
import { Scope, type ScopeOf } from './scope.tsx'

const hourMs = 3_600_000

const start = { reason: '', note: '', by: 'patient' as Why['by'], scope: 'this' as ScopeOf }

/** A form that asks why an appointment is cancelled, and whether the patient or the practice wishes to cancel. */
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
        // After a refusal, the typed text stays. The appointment is read again for the next attempt.
        setEntry(await readAnew(entry))
        throw error
      }
      cancelled()
      close()
    },
    ({ reason }) => (reason.trim() === '' ? { reason: acts.reasonMissing } : {}),
  )
  const { fields, set } = draft
  // While the request is being sent, closing asks no question. A message shows a refusal that comes later.
  const isTyped = () => !draft.busy && `${fields.reason}${fields.note}`.trim() !== ''
  const who = entry.patient ? spokenName(entry.patient) : ''
  return (
    <Dialog
      title={acts.cancelTitle}
      size="small"
      {...leaving(isTyped, close)}
      onSubmit={draft.save}
      actions={
        <FormButtons close={close} verb={acts.cancel} busy={draft.busy} kind="danger" cancel={acts.keep} />
      }
    >
      <p>
        <strong>{who}</strong> {sayWhen(entry.startAt, zone())}
      </p>
      {isShortNotice(entry.startAt) && <p class="badge caution at-start">{acts.shortNotice}</p>}
      <fieldset class="act-choices">
        <legend class="label">{acts.whoseWish}</legend>
        <Radios
          name="by"
          value={fields.by}
          choices={(['patient', 'practice'] as const).map((by) => [by, acts.wishOf[by]] as const)}
          choose={(by) => set({ by })}
        />
      </fieldset>
      <TextField draft={draft} name="reason" label={acts.reason} autofocus />
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
      <TextField draft={draft} name="note" label={acts.note} optional rows={2} maxLength={1000} />
      {entry.seriesId && <Scope value={fields.scope} change={(scope) => set({ scope })} />}
      <p class="hint">{words.value.booking.newsWait}</p>
      <FormProblem text={draft.problem} />
    </Dialog>
  )
}

/** Reads the appointment again, because another desk may have changed it. Returns the old data when reading fails. */
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

/** Whether fewer hours are left than the practice has set, or the start has passed. The server has the same rule. */
function isShortNotice(startAt: string): boolean {
  const hours = me.value.practice.shortNoticeHours
  return hours > 0 && Date.parse(startAt) - now.value < hours * hourMs
}
