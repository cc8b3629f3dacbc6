import { useEffect, useLayoutEffect } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { Icon } from '../../../base/icon.tsx'
import { useKeys } from '../../../base/keys.ts'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { dates } from '../../../live/shown-days.ts'
import { words } from '../../../words/words.ts'
import { loadDialogs } from './dialogs.tsx'
import { entryIn, hand, letGo, putBack } from './holding.ts'
import { actKeys } from './keys.ts'
import { nameOf } from './names.ts'
import { current, cutCards, unpin } from './pins.ts'
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
  if (cards.length === 0) return null
  const { acts } = words.value
  return (
    <section class="pinboard" aria-label={acts.pinboard}>
      <Icon name="pin" />
      <ul>
        {cards.map((card) => (
          <Pin key={card.id} card={current(card)} />
        ))}
      </ul>
      <p class="hint">{hand.value.is === 'carry' ? acts.pinboardDrop : acts.pinboardHint}</p>
    </section>
  )
}

function Pin({ card }: { readonly card: DayEntry }) {
  const { acts, shell } = words.value
  const minutes = (Date.parse(card.endAt) - Date.parse(card.startAt)) / 60_000
  const when = sayWhen(card.startAt, zone())
  const inHand = entryIn(hand.value)?.id === card.id
  return (
    <li class="pin">
      <button
        type="button"
        class="pin-card"
        aria-pressed={inHand}
        onClick={() => (inHand ? letGo() : takeFromPinboard(card))}
      >
        <strong>{nameOf(card)}</strong>
        <span class="soft">
          {shell.minutes(minutes)} · {acts.pinFrom(when)}
        </span>
      </button>
      <Button kind="quiet" icon="close" label={acts.unpin(nameOf(card))} onClick={() => unpin(card)} />
    </li>
  )
}
