import { useEffect } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { now } from '../../api/now.ts'
import { reachedBy } from '../../parts/patient/facts.ts'
import { words } from '../../words/words.ts'
import type { BookingDraft } from './draft.ts'

/** A text about whether the patient gets a message. Empty without a patient, and until the settings are read. */
export function sayTold({ fields: { patient, type }, wish, tells }: BookingDraft): string {
  const { booking } = words.value
  if (patient === null || type !== 'appointment' || tells.value === undefined) return ''
  const { email, sms } = reachedBy(patient)
  if (!email && !sms) return booking.unreached
  const isAhead = wish.value === undefined || wish.value.startAt > now.value
  return tells.value && isAhead ? booking.told : booking.untold
}

/** Shows before the booking whether the patient gets a message about it. */
export function Told({ draft }: { readonly draft: BookingDraft }) {
  useEffect(() => {
    api.GET('/api/v1/practice/reminders').then(
      ({ tellBooked }) => {
        draft.tells.value = tellBooked
      },
      // Without an answer, no text is shown.
      () => {},
    )
  }, [])
  return <p class="hint booking-told">{sayTold(draft)}</p>
}
