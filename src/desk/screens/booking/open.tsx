import { typesRead } from '../../live/appointment-types.ts'
import { membersRead } from '../../live/known-names.ts'
import { openLater } from '../../parts/dialog.tsx'
import { withWords } from '../../words/words.ts'
import type { BookingStart, Like } from './start.ts'

const load = () => import('./booking-dialog.tsx')
// The code of the dialogue is loaded one second after the start. So the first board does not wait for the dialogue, and
// the dialogue does not wait for the first click.
setTimeout(() => void withWords(load()).catch(() => {}), 1_000)

/** Opens the booking dialogue. */
export const openBooking = (start: BookingStart): void =>
  void openLater(async () => {
    const { BookingDialog } = await load()
    return (close) => <BookingDialog start={start} close={close} />
  })

/** Opens the booking dialogue for another appointment like this one: the next visit, or a copy on another day. */
export const bookAgain = (like: Like): void =>
  void openLater(async () => {
    // The lists of types and members are read first, because a type or a member that is gone cannot be booked again.
    const [{ BookingDialog }] = await Promise.all([load(), typesRead(), membersRead()])
    const start = {
      like,
      ...(like.patientId !== null && { patientId: like.patientId }),
      ...(like.chairId !== null && { chairId: like.chairId }),
    }
    return (close) => <BookingDialog start={start} close={close} />
  })
