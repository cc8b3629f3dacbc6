/** The booking dialogue, in which a member chooses the patient, the type and the time. */
import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { focusOn, target } from '../../base/focus.ts'
import type { Patient } from '../../contract/names.ts'
import { needTypes } from '../../live/appointment-types.ts'
import { activeMembers, needNames } from '../../live/known-names.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { FormProblem } from '../../parts/field.tsx'
import { leaving } from '../../parts/leaving.ts'
import { PatientAlerts } from '../../parts/patient/alerts.tsx'
import { NewPatientForm } from '../../parts/patient/new-patient.tsx'
import { words } from '../../words/words.ts'
import { AgainPart } from './again-part.tsx'
import { Check } from './check-part.tsx'
import { atTime, isTyped } from './draft.ts'
import { Fits } from './fits-part.tsx'
import { FreeTimes } from './free-times.tsx'
import { KindPart } from './kind-part.tsx'
import { MorePart } from './more-part.tsx'
import { PatientPart } from './patient-part.tsx'
import { RepeatPart } from './repeat-part.tsx'
import type { BookingStart } from './start.ts'
import { TitlePart } from './title-part.tsx'
import { minutesOf } from './titles.ts'
import { Told } from './told.tsx'
import { TypePart } from './type-part.tsx'
import { leadToMistake, useBooking } from './use-booking.ts'
import { useFacts } from './use-facts.ts'
import { openWait } from './wait-dialog.tsx'
import { WhenPart } from './when-part.tsx'

interface Props {
  readonly start: BookingStart
  readonly close: () => void
}

export function BookingDialog({ start, close }: Props) {
  const { booking, shell } = words.value
  const draft = useBooking(start, close)
  const facts = useFacts(draft, start)
  useEffect(() => {
    needNames()
    needTypes()
  }, [])
  /** The name that was typed for a new patient; null while no new patient is being registered. */
  const registering = useSignal<string | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const alerts = useId()
  // The dialogue is drawn again before this microtask runs, and no key press comes before it. An animation frame may
  // come too late.
  const focusTitle = () => queueMicrotask(() => focusOn('title of the booking'))
  const submit = async () => {
    if (!(await draft.save())) requestAnimationFrame(() => leadToMistake(draft, form.current))
  }
  const choose = (patient: Patient) => {
    registering.value = null
    draft.set({ patient })
    focusTitle()
  }
  if (registering.value !== null)
    return (
      <Dialog
        title={booking.newPatient}
        close={close}
        isUnsaved={() => true}
        mayClose={() => {
          registering.value = null
          return false
        }}
      >
        <NewPatientForm
          name={registering.value}
          saved={choose}
          cancel={() => {
            registering.value = null
          }}
        />
      </Dialog>
    )
  const { patient, type } = draft.fields
  const knows = patient !== null && type !== 'unavailable'
  // When a time was given at the start, the list of fitting patients is at the top. Otherwise the list is below, so
  // that nothing jumps.
  const isGap = start.startAt !== undefined
  const fits = <Fits draft={draft} chosen={() => focusOn('submit of the booking')} />
  const wait = patient !== null && type === 'appointment' && (
    <Button kind="quiet" icon="waiting" onClick={() => openWait(draft, close)}>
      {booking.waitInstead}
    </Button>
  )
  return (
    <Dialog
      title={start.like ? booking.againTitle : booking.titles[type]}
      {...leaving(() => isTyped(draft.fields, start), close, booking.leaveText)}
      size="wide"
      onSubmit={submit}
      actions={
        <>
          {knows && <PatientAlerts patient={patient} id={alerts} />}
          <Told draft={draft} />
          {wait}
          <Button class="booking-cancel" onClick={close}>
            {shell.cancel}
          </Button>
          <Button
            kind="primary"
            type="submit"
            busy={draft.busy}
            ref={submitButton}
            class="booking-submit"
            aria-describedby={knows ? alerts : undefined}
          >
            {booking.submits[type]}
          </Button>
        </>
      }
    >
      <div class="booking" ref={form}>
        <div class="stack">
          <KindPart draft={draft} />
          <PatientPart
            draft={draft}
            facts={facts}
            register={(typed) => {
              registering.value = typed
            }}
            chosen={focusTitle}
          />
          <TypePart draft={draft} />
          <TitlePart draft={draft} facts={facts.value} />
          {start.like && <AgainPart draft={draft} like={start.like} />}
          <WhenPart draft={draft} />
          <Check draft={draft} />
          <FormProblem text={draft.problem} />
          <RepeatPart draft={draft} />
          <MorePart draft={draft} members={activeMembers.value} />
          <p class="hint booking-path">{booking.path}</p>
        </div>
        <aside class="booking-side">
          {isGap && fits}
          <FreeTimes
            draft={draft}
            taken={({ startAt, endAt, chairId, practitionerId }) => {
              draft.set({
                ...atTime(Date.parse(startAt), chairId),
                // Members may need different lengths for the same appointment type.
                ...(practitionerId !== null && { practitionerId, minutes: minutesOf({ startAt, endAt }) }),
              })
              focusOn('submit of the booking')
            }}
            instead={wait}
          />
          {!isGap && fits}
        </aside>
      </div>
    </Dialog>
  )
}

const submitButton = target('submit of the booking')
