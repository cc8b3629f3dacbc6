import { openDialog } from '../parts/dialog.tsx'
import { sayTrouble } from '../shell/toasts.tsx'

/** What is known of a booking before the dialogue opens. Instants are ISO 8601. */
export interface BookingStart {
  readonly startAt?: string
  readonly endAt?: string
  readonly chairId?: string | null
  readonly patientId?: string
}

const load = () => import('./booking-dialog.tsx')
// The first board does not wait for the dialogue, and the dialogue does not wait for the first click.
setTimeout(() => void load().catch(() => {}), 1_000)

/** Opens the booking dialogue. */
export const openBooking = (start: BookingStart): void =>
  void load().then(
    ({ BookingDialog }) => openDialog((close) => <BookingDialog start={start} close={close} />),
    sayTrouble,
  )
