import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { ask } from '../api/api.ts'
import { now } from '../shell/now.ts'
import { words } from '../words/words.ts'
import type { Draft } from './draft.ts'
import { reachedBy } from './facts.ts'

/** Says before the booking whether the patient gets a message about it. */
export function Told({ draft }: { readonly draft: Draft }) {
  const tells = useSignal<boolean | undefined>(undefined)
  useEffect(() => {
    ask((api) => api.GET('/api/v1/practice/reminders')).then(
      (settings) => {
        tells.value = settings.tellBooked
      },
      () => {},
    )
  }, [])
  const { booking } = words.value
  const { patient, type, wish } = draft
  const isAsked = patient.value !== null && type.value === 'appointment' && tells.value !== undefined
  if (!isAsked) return <p class="hint booking-told" />
  const { email, sms } = reachedBy(patient.value!)
  const isAhead = wish.value === undefined || wish.value.startAt > now.value
  const text = !email && !sms ? booking.unreached : tells.value && isAhead ? booking.told : booking.untold
  return <p class="hint booking-told">{text}</p>
}
