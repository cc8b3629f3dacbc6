import { openLater } from '../../parts/dialog.tsx'
import { withWords } from '../../words/words.ts'
import type { BookingStart } from './start.ts'

const load = () => import('./booking-dialog.tsx')
// The first board does not wait for the dialogue, and the dialogue does not wait for the first click.
setTimeout(() => void withWords(load()).catch(() => {}), 1_000)

/** Opens the booking dialogue. */
export const openBooking = (start: BookingStart): void =>
  void openLater(async () => {
    const { BookingDialog } = await load()
    return (close) => <BookingDialog start={start} close={close} />
  })
