import { sayTrouble } from '../../base/toasts.tsx'
import { offeredType } from '../../live/appointment-types.ts'
import { readPatient } from '../../parts/patient/facts.ts'
import { words } from '../../words/words.ts'
import { WhoFits } from '../waiting-list/fits.tsx'
import { atTime, type BookingDraft } from './draft.ts'
import { ofType } from './of-type.ts'

/** The patients of the waiting list for whom the chosen time fits. The list is shown while no patient is chosen. */
export function Fits({ draft, chosen }: { readonly draft: BookingDraft; readonly chosen: () => void }) {
  const { wish, fields } = draft
  if (wish.value === undefined || fields.patient !== null || fields.type !== 'appointment') return null
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
            const start = item.suggestedStartAt === null ? startAt : Date.parse(item.suggestedStartAt)
            draft.set((now) => ({
              ...ofType(now, offeredType(item.appointmentTypeId), offeredType(now.appointmentTypeId)),
              waiting: item,
              lengthChosen: true,
              minutes: item.durationMinutes,
              patient: found,
              ...(chairId !== null && atTime(start, chairId)),
            }))
            chosen()
          } catch (error) {
            sayTrouble(error)
          }
        }}
      />
    </section>
  )
}
