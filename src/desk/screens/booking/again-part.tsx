import { Button } from '../../base/button.tsx'
import { words } from '../../words/words.ts'
import { againOn, againWeeks } from './again.ts'
import { type BookingDraft, takeDate } from './draft.ts'
import type { Like } from './start.ts'

/** Buttons that choose how many weeks after an appointment the next appointment is. */
export function AgainPart({ draft, like }: { readonly draft: BookingDraft; readonly like: Like }) {
  const { booking } = words.value
  return (
    <fieldset class="booking-again">
      <legend class="label">{booking.againIn}</legend>
      {againWeeks.map((weeks) => {
        const date = againOn(like.startAt, weeks)
        return (
          <Button key={weeks} aria-pressed={draft.fields.date === date} onClick={() => takeDate(draft, date)}>
            {booking.weeks(weeks)}
          </Button>
        )
      })}
    </fieldset>
  )
}
