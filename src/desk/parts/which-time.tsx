import { useId } from 'preact/hooks'
import { zone } from '../base/me.ts'
import { sayTime } from '../base/time/say.ts'
import { words } from '../words/words.ts'

interface Props {
  /** The instants that a time on the clock means, in epoch milliseconds. */
  readonly times: readonly number[]
  readonly chosen?: number | null
  readonly choose: (at: number) => void
}

/**
 * Says that the clocks skip a time, or asks which instant is meant if they show the time twice. For other times, it
 * shows nothing.
 */
export function WhichTime({ times, chosen, choose }: Props) {
  const { booking } = words.value
  const name = useId()
  if (times.length === 1) return null
  if (times.length === 0)
    return (
      <p class="error" role="alert">
        {booking.skipped}
      </p>
    )
  return (
    <fieldset class="booking-chips">
      <legend class="label">{booking.twice(sayTime(times[0]!, zone()))}</legend>
      {times.map((at, i) => (
        <label class="booking-chip" key={at}>
          <input type="radio" name={name} checked={chosen === at} onChange={() => choose(at)} />
          {sayWhich(i)}
        </label>
      ))}
    </fieldset>
  )
}

/** The name of the first or the second instant at which the clocks show the same time. */
const sayWhich = (nth: number): string =>
  nth === 0 ? words.value.booking.firstTime : words.value.booking.secondTime
