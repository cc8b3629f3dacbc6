import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useKeys } from '../../../base/keys.ts'
import { dates } from '../../../live/shown-days.ts'
import { forms, loadDialogs, needForms } from './dialogs.tsx'
import { letGo, putBack } from './holding.ts'
import { actKeys } from './keys.ts'
import { cutCards } from './pins.ts'
import { takeFromPinboard } from './take-up.ts'

/** The board is first; then comes the code of its dialogues, in milliseconds. */
const quietMs = 500

/**
 * The cards that were cut. The cards wait here while one looks at other days. The keys of the board work while it stands.
 */
export function Pinboard() {
  useKeys(actKeys)
  useEffect(() => letGo, [])
  // Whatever the hand holds belongs to the days on the board. So an entry that is taken up on the next day is not put back.
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
