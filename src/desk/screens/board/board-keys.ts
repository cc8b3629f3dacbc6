import type { Key } from '../../base/keys.ts'
import { day } from '../../live/day.ts'
import { practitioner } from '../../live/practitioner.ts'
import { date, memberWeek, showDay, showWeek, step, week } from '../../live/shown-days.ts'
import { words } from '../../words/words.ts'
import { toggleCancelled } from './cancelled.ts'
import { openFind } from './find/open.tsx'
import { toggleMonth } from './month-button.tsx'
import { goToToday, resize } from './view.ts'

/**
 * The keys of the board. Every keyboard has each of them without a second key. `[` and `]` need a second key on some
 * keyboards.
 */
export function boardKeys(): readonly Key[] {
  const { board } = words.value
  const room = board.keys
  return [
    { key: 't', room, says: board.today, run: goToToday },
    { key: 'j', room, says: board.keyNext, run: () => step(1), repeats: true },
    { key: 'k', room, says: board.keyPrevious, run: () => step(-1), repeats: true },
    { key: 'g', room, says: board.month, run: toggleMonth },
    { key: 'q', room, says: board.find, run: openFind },
    { key: 'w', room, says: board.keyWeek, run: switchView },
    { key: 'l', room, says: board.showCancelled, run: toggleCancelled },
    { key: '+', room, says: board.larger, run: () => resize(1) },
    { key: '-', room, says: board.smaller, run: () => resize(-1) },
    { key: board.keyArrows, room, says: board.keyArrowsSay },
    { key: board.keyEnds, room, says: board.keyEndsSay },
  ]
}

/** Goes from the day to a week, or back. The week is of the chosen member, or else of the first chair. */
function switchView(): void {
  const chair = day.peek()?.chairs[0]
  if (week.peek() !== null) showDay(date.peek())
  else if (practitioner.peek() !== null) showWeek(memberWeek(practitioner.peek()!))
  else if (chair !== undefined) showWeek(chair.id)
}
