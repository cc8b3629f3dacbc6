import { targetOf, watchFocus } from '../base/focus.ts'
import { zone } from '../base/me.ts'
import { go } from '../base/route.ts'
import { dateOf } from '../base/time/say.ts'
import { readDay } from '../live/day.ts'
import { date } from '../live/shown-days.ts'

/** The element of an entry on the board. */
export const cardOf = (id: string): HTMLElement | null => targetOf(`card ${id}`)

const mostFrames = 180

/** Shows the board on the day of an entry, and puts the focus on its card, unless a person has moved the focus. */
export async function showEntry({ id, startAt }: { readonly id: string; readonly startAt: string }) {
  const day = dateOf(startAt, zone())
  const isShown = date.value === day
  go(['day', day])
  // The dialog that is closing gives the focus back first.
  await new Promise(requestAnimationFrame)
  const isMoved = watchFocus()
  // If the board did not show the day before, it reads the day itself.
  if (isShown) await readDay()
  for (let frame = 0; frame < mostFrames; frame++) {
    const card = cardOf(id)
    if (card !== null) {
      if (!isMoved()) card.focus()
      card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
      return
    }
    await new Promise(requestAnimationFrame)
  }
}
