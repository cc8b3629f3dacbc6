/** Puts a patient on the waiting list, with what was looked for in vain. */
import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { ask, ifMatch } from '../../api/api.ts'
import { online } from '../../api/online.ts'
import { repeatableKeys } from '../../api/repeatable.ts'
import { Button } from '../../base/button.tsx'
import { sayDate } from '../../base/time/say.ts'
import { offerUndo } from '../../base/toasts.tsx'
import type { WaitingItem } from '../../contract/names.ts'
import { Dialog, openDialog } from '../../parts/dialog.tsx'
import { Field, FormProblem } from '../../parts/field.tsx'
import { useForm } from '../../parts/form.ts'
import { leaving } from '../../parts/leaving.ts'
import { spokenName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { bound, type Draft } from './draft.ts'
import { partsOfDay } from './free-search.ts'

/** Opens the dialogue. `done` runs when the patient is on the list. The draft must have a patient. */
export const openWait = (draft: Draft, done: () => void): void =>
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
  readonly draft: Draft
  readonly close: () => void
  readonly done: () => void
}

function WaitDialog({ draft, close, done }: Props) {
  const { booking, shell } = words.value
  const { state, submit } = useForm()
  const keyOf = useMemo(repeatableKeys, [])
  const urgency = useSignal<WaitingItem['urgency']>('soon')
  const note = useSignal(draft.notes.value)
  const patient = draft.patient.value!
  const send = () =>
    submit(async () => {
      const body = { ...wishesOf(draft), urgency: urgency.value, note: note.value }
      const params = { header: keyOf(body) }
      const item = await ask((api) => api.POST('/api/v1/waiting-list', { params, body }))
      done()
      offerUndo(booking.waits(spokenName(patient)), () =>
        ask((api) =>
          api.DELETE('/api/v1/waiting-list/{waitingId}', {
            params: { path: { waitingId: item.id } },
            headers: ifMatch(item.version),
          }),
        ),
      )
    })
  const { busy, problem, errors } = state.value
  const offline = online.value ? '' : shell.offlineWrite
  return (
    <Dialog
      title={booking.waitTitle(spokenName(patient))}
      {...leaving(() => note.value !== draft.notes.value, close)}
      size="small"
      onSubmit={() => online.value && send()}
      actions={
        <>
          <Button onClick={close}>{shell.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {booking.wait}
          </Button>
        </>
      }
    >
      <p>{sayWishes(draft)}</p>
      <fieldset class="booking-chips">
        <legend class="label">{booking.urgency}</legend>
        {urgencies.map((each) => (
          <label key={each} class="booking-chip">
            <input
              type="radio"
              name="booking-urgency"
              checked={urgency.value === each}
              onChange={() => {
                urgency.value = each
              }}
            />
            {booking.urgencies[each]}
          </label>
        ))}
      </fieldset>
      <Field label={booking.notes} error={errors.note} optional>
        {(its) => <textarea {...its} rows={2} maxLength={1000} {...bound(note)} />}
      </Field>
      <FormProblem text={problem || offline} />
    </Dialog>
  )
}

function wishesOf(draft: Draft) {
  const { anyChair, part, days, from } = draft.search
  const hours = partsOfDay[part.value]
  const { chair } = draft
  return {
    patientId: draft.patient.value!.id,
    durationMinutes: Math.max(5, draft.minutes.value || 30),
    chairIds: anyChair.value || chair.value === null ? null : [chair.value],
    weekdays: days.value.length === 0 ? null : [...days.value],
    startTime: hours?.start ?? null,
    endTime: hours?.end ?? null,
    fromDate: from.value || null,
  }
}

function sayWishes(draft: Draft): string {
  const { booking, shell } = words.value
  const { anyChair, part, days, from } = draft.search
  const chair = draft.day.value?.chairs.find(({ id }) => id === draft.chair.value)
  return [
    shell.minutes(draft.minutes.value),
    anyChair.value || chair === undefined ? booking.anyChair : chair.name,
    booking.parts[part.value],
    days.value.length > 0 && days.value.map((day) => booking.dayNames[day]).join(', '),
    from.value && booking.fromDay(sayDate(from.value, 'short')),
  ]
    .filter(Boolean)
    .join(' · ')
}
