import { useEffect, useRef } from 'preact/hooks'
import { route } from '../../base/route.ts'
import { say } from '../../base/toasts.tsx'
import { days, readDay } from '../../live/day.ts'
import { cardOf } from '../../parts/show-entry.ts'
import { words } from '../../words/words.ts'
import { flash } from './acts/board-now.ts'

/** The id of the entry in the address: `#/day/2030-03-26/<id>`. Undefined when the address has none. */
function namedEntry(): string | undefined {
  const [screen, , id, more] = route.value
  return screen === 'day' && more === undefined ? id : undefined
}

/** Shows the entry in the address once for each visit: scrolls to its card, gives it the focus, and marks it. */
export function useNamedEntry(): void {
  const id = namedEntry()
  const shown = useRef<string | undefined>(undefined)
  const isRead = days.value !== undefined
  useEffect(() => {
    if (id === undefined) shown.current = undefined
    if (id === undefined || !isRead || shown.current === id) return
    shown.current = id
    void show(id)
  }, [id, isRead])
}

async function show(id: string): Promise<void> {
  // The board may still show a picture that was read before the entry was made.
  if (cardOf(id) === null) {
    await readDay()
    await new Promise(requestAnimationFrame)
  }
  const card = cardOf(id)
  if (card === null) return say(words.value.board.notOnDay)
  card.focus({ preventScroll: true })
  card.scrollIntoView({ block: 'center', inline: 'nearest' })
  flash(id)
}
