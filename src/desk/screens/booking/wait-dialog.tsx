/** Puts a patient on the waiting list, with the filters of the search for free times. */
import { useMemo } from 'preact/hooks'
import { api, at } from '../../api/api.ts'
import { online } from '../../api/online.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { sayDate } from '../../base/time/say.ts'
import { offerUndo } from '../../base/toasts.tsx'
import type { WaitingItem } from '../../contract/names.ts'
import { Dialog, FormButtons, openDialog } from '../../parts/dialog.tsx'
import { useNew } from '../../parts/draft.ts'
import { FormProblem } from '../../parts/field.tsx'
import { leaving } from '../../parts/leaving.ts'
import { TextField } from '../../parts/text-field.tsx'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'
import { partsOfDay } from './free-search.ts'

/** Opens the dialogue. `done` runs when the patient is on the list. The draft must have a patient. */
export const openWait = (draft: BookingDraft, done: () => void): void =>
  void openDialog((close) => (
    <WaitDialog
      draft={draft}
      close={close}
      done={() => {
        close()
        done()
      }}
    />
  ))

const urgencies = ['urgent', 'soon', 'whenever'] as const

interface Props {
  readonly draft: BookingDraft
  readonly close: () => void
  readonly done: () => void
}

function WaitDialog({ draft, close, done }: Props) {
  const { booking, shell, waiting } = words.value
  const keyOf = useMemo(repeatableKeys, [])
  const patient = draft.fields.patient!
  const start = useMemo(() => ({ urgency: 'soon' as WaitingItem['urgency'], note: draft.fields.notes }), [])
  const form = useNew(start, async (wishes) => {
    const body = { ...wishesOf(draft), ...wishes }
    const params = { header: keyOf(body) }
    const item = await api.POST('/api/v1/waiting-list', { params, body })
    done()
    offerUndo(booking.waits(spokenName(patient)), () =>
      api.DELETE('/api/v1/waiting-list/{waitingId}', at({ waitingId: item.id }, item.version)),
    )
  })
  const { fields, set } = form
  const offline = online.value ? '' : shell.offlineWrite
  return (
    <Dialog
      title={booking.waitTitle(spokenName(patient))}
      {...leaving(() => fields.note !== start.note, close)}
      size="small"
      onSubmit={() => online.value && form.save()}
      actions={<FormButtons close={close} verb={booking.wait} busy={form.busy} />}
    >
      <p>{sayWishes(draft)}</p>
      <fieldset class="booking-chips">
        <legend class="label">{booking.urgency}</legend>
        {urgencies.map((each) => (
          <label key={each} class="booking-chip">
            <input
              type="radio"
              name="booking-urgency"
              checked={fields.urgency === each}
              onChange={() => set({ urgency: each })}
            />
            {waiting.urgencies[each]}
          </label>
        ))}
      </fieldset>
      <TextField draft={form} name="note" label={booking.notes} optional rows={2} maxLength={1000} />
      <FormProblem text={form.problem || offline} />
    </Dialog>
  )
}

function wishesOf(draft: BookingDraft) {
  const { fields, chair } = draft
  const { anyChair, part, days, from } = fields.search
  const hours = partsOfDay[part]
  return {
    patientId: fields.patient!.id,
    appointmentTypeId: fields.appointmentTypeId,
    durationMinutes: Math.max(5, fields.minutes || 30),
    chairIds: anyChair || chair.value === null ? null : [chair.value],
    weekdays: days.length === 0 ? null : [...days],
    startTime: hours?.start ?? null,
    endTime: hours?.end ?? null,
    fromDate: from || null,
  }
}

function sayWishes(draft: BookingDraft): string {
  const { booking, shell } = words.value
  const { minutes, search } = draft.fields
  const { anyChair, part, days, from } = search
  const chair = draft.read.value?.chairs.find(({ id }) => id === draft.chair.value)
  return [
    shell.minutes(minutes),
    anyChair || chair === undefined ? booking.anyChair : chair.name,
    booking.parts[part],
    days.length > 0 && days.map((day) => booking.dayNames[day]).join(', '),
    from && booking.fromDay(sayDate(from, 'short')),
  ]
    .filter(Boolean)
    .join(' · ')
}
