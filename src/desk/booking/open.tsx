import { Dialog, openDialog } from '../parts/dialog.tsx'
import { words } from '../words/words.ts'

/** What is known of a booking before the dialogue opens. Instants are ISO 8601. */
export interface BookingStart {
  readonly startAt?: string
  readonly endAt?: string
  readonly chairId?: string | null
  readonly patientId?: string
}

/** Opens the booking dialogue. */
export const openBooking = (start: BookingStart): void =>
  void openDialog((close) => (
    <Dialog title={words.value.booking.title} close={close}>
      <p>{start.startAt}</p>
    </Dialog>
  ))
