import { Button } from '../../../base/button.tsx'
import { Icon } from '../../../base/icon.tsx'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { entryIn, hand, letGo } from './holding.ts'
import { nameOf } from './names.ts'
import { current, unpin } from './pins.ts'

interface Props {
  readonly cards: readonly DayEntry[]
  /** Takes a card up, so that the user can drop it on the board. */
  readonly take: (card: DayEntry) => void
}

/** The cards on the pinboard. */
export function Pins({ cards, take }: Props) {
  const { acts } = words.value
  return (
    <section class="pinboard" aria-label={acts.pinboard}>
      <Icon name="pin" />
      <ul>
        {cards.map((card) => (
          <Pin key={card.id} card={current(card)} take={take} />
        ))}
      </ul>
      <p class="hint">{hand.value.is === 'carry' ? acts.pinboardDrop : acts.pinboardHint}</p>
    </section>
  )
}

function Pin({ card, take }: { readonly card: DayEntry; readonly take: Props['take'] }) {
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
        onClick={() => (inHand ? letGo() : take(card))}
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
