/** Notes a step of a visit, such as `arrived`, that somebody chose by its key, in a menu, or by a button. */
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { untilLoaded } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { bookAgain } from '../../booking/open.tsx'
import { openNoShow } from './no-show-dialog.tsx'
import { comesTooSoon, noteStep, sayEarly } from './progress.ts'
import { hasCome, type Step } from './steps.ts'

/** Notes a step. “Done” before the visit has begun is probably a mistake, so the desk asks first. */
export function chooseStep(entry: DayEntry, step: Step): unknown {
  // `noteStep` refuses a step before the day of the visit, and its message names the day.
  if (comesTooSoon(entry, step)) return noteStep(entry, step)
  if (step === 'no_show') return openNoShow(entry)
  const early = sayEarly(entry)
  if (step !== 'done') return noteStep(entry, step)
  if (early === undefined || hasCome(entry)) return noteDone(entry)
  const { acts } = words.value
  return askFirst({
    title: acts.doneEarly,
    text: [early],
    verb: acts.steps.done,
    // Somebody else may have changed the entry meanwhile.
    act: () => noteDone(entryOf(entry.id) ?? entry),
  })
}

/** Notes that a visit is done. The next visit is booked at check-out, so the message offers that. */
const noteDone = (entry: DayEntry): Promise<boolean> =>
  noteStep(entry, 'done', undefined, undefined, {
    says: words.value.acts.nextVisit,
    key: 'r',
    // The press closes the message with this offer. A dialogue that is still loading opens first, then the booking.
    run: () => void untilLoaded().then(() => bookAgain(entry)),
  })
