import { sayTrouble } from '../../base/toasts.tsx'
import { words } from '../../words/words.ts'
import { WhoFits } from '../waiting-list/fits.tsx'
import { type BookingDraft, takeTime } from './draft.ts'
import { readPatient } from './facts.ts'

/** Who of the waiting list fits the chosen time, as long as nobody is chosen. */
export function Fits({ draft, chosen }: { readonly draft: BookingDraft; readonly chosen: () => void }) {
  const { wish, patient, type } = draft
  if (wish.value === undefined || patient.value !== null || type.value !== 'appointment') return null
  const { startAt, endAt, chairId } = wish.value
  return (
    <section class="booking-fits" aria-label={words.value.booking.fits}>
      <h3>{words.value.booking.fits}</h3>
      <WhoFits
        startAt={new Date(startAt).toISOString()}
        endAt={new Date(endAt).toISOString()}
        chairId={chairId}
        choose={async (item) => {
          try {
            const found = await readPatient(item.patientId)
            draft.waiting.value = item
            draft.lengthChosen.value = true
            draft.minutes.value = item.durationMinutes
            draft.patient.value = found
            const start = item.suggestedStartAt === null ? startAt : Date.parse(item.suggestedStartAt)
            if (chairId !== null) takeTime(draft, start, chairId)
            chosen()
          } catch (error) {
            sayTrouble(error)
          }
        }}
      />
    </section>
  )
}
