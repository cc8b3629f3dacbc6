import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { focusOn } from '../../../base/focus.ts'
import { zone } from '../../../base/me.ts'
import { hrefOf } from '../../../base/route.ts'
import { sayDayOf, saySpan, sayWhen } from '../../../base/time/say.ts'
import type { FoundAppointment } from '../../../contract/names.ts'
import type { components } from '../../../contract/openapi.ts'
import { entryOf } from '../../../live/day.ts'
import { chairName, memberName, needNames } from '../../../live/known-names.ts'
import { Dialog, openLater } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { nameOf } from '../card-words.ts'
import { bringBack } from './found.ts'

interface Props {
  readonly gone: FoundAppointment
  /** Why the appointment is cancelled, as the server knows now. */
  readonly cancellation: components['schemas']['Cancellation']
  readonly close: () => void
}

/** The facts of a cancelled appointment, and a button that brings the appointment back. */
function CancelledDialog({ gone, cancellation, close }: Props) {
  const { acts, find, patient: texts, shell } = words.value
  useEffect(needNames, [])
  const isBusy = useSignal(false)
  const isBack = useSignal(false)
  const isShown = isBack.value && entryOf(gone.id) !== undefined
  const { startAt, endAt, chairId, practitionerId, title, version } = cancellation
  const { by, reason, note, cancelledAt, cancelledBy } = cancellation
  const bring = async () => {
    isBusy.value = true
    isBack.value = await bringBack({ ...gone, startAt, version })
    isBusy.value = isBack.value
  }
  // The focus moves to the card on the board. So the dialogue closes only when the card is there.
  useEffect(() => {
    if (!isShown) return
    close()
    requestAnimationFrame(() => focusOn(`card ${gone.id}`))
  }, [isShown])
  return (
    <Dialog
      title={find.cancelledTitle}
      size="small"
      close={close}
      onSubmit={bring}
      actions={
        <>
          <Button onClick={close}>{shell.close}</Button>
          <Button kind="primary" type="submit" busy={isBusy.value}>
            {find.bringBack}
          </Button>
        </>
      }
    >
      <div>
        <p>
          <strong>{nameOf(gone)}</strong> {sayDayOf(startAt, zone())}, {saySpan(startAt, endAt, zone())}
        </p>
        <p class="soft">
          {[gone.patient && title, chairName(chairId), memberName(practitionerId)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <div>
        <p>
          {texts.cancelledBy[by]}: {[reason, note].filter(Boolean).join(' – ')}
        </p>
        <p class="soft">
          {sayWhen(cancelledAt, zone(), 'dated')} ·{' '}
          {cancelledBy === null ? acts.byPatient : memberName(cancelledBy)}
        </p>
      </div>
      {gone.patientId && <a href={hrefOf('patients', gone.patientId)}>{acts.toPatient}</a>}
    </Dialog>
  )
}

/** Opens a dialogue that shows who cancelled an appointment and why, and that can bring the appointment back. */
export const openCancelled = (gone: FoundAppointment): Promise<void> =>
  openLater(async () => {
    const one = at({ appointmentId: gone.id })
    const cancellation = await api.GET('/api/v1/appointments/{appointmentId}/cancellation', one)
    return (close) => <CancelledDialog gone={gone} cancellation={cancellation} close={close} />
  })
