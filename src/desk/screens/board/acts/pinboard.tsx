import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useKeys } from '../../../base/keys.ts'
import { dates } from '../../../live/shown-days.ts'
import { forms, loadDialogs, needForms } from './dialogs.tsx'
import { letGo, putBack } from './holding.ts'
import { actKeys } from './keys.ts'
import { cutCards } from './pins.ts'
import { takeFromPinboard } from './take-up.ts'

/** How long after the first drawing of the board the code of its dialogues is loaded, in milliseconds. */
const quietMs = 500

/**
 * The pinboard: entries that somebody cut, to drop them later, maybe on another day. This component also adds the keys
 * of the board.
 */
export function Pinboard() {
  useKeys(actKeys)
  useEffect(() => letGo, [])
  // When other days are shown, the hand is emptied, except during a drag. A layout effect does this early. So an entry
  // that is taken up on the new days stays in the hand.
  const shown = dates.value.join()
  useLayoutEffect(() => {
    putBack({ is: 'other days' })
  }, [shown])
  useEffect(() => {
    const timer = setTimeout(loadDialogs, quietMs)
    return () => clearTimeout(timer)
  }, [])
  const cards = cutCards.value
  const isUsed = cards.length > 0
  useEffect(() => {
    if (isUsed) needForms()
  }, [isUsed])
  const Pins = forms.value?.Pins
  return isUsed && Pins ? <Pins cards={cards} take={takeFromPinboard} /> : null
}
