/** Notes a step that somebody chose by its key, in a menu, or by a button. */
import type { DayEntry } from '../../../contract/names.ts'
import { entryOf } from '../../../live/day.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { untilLoaded } from '../../../parts/dialog.tsx'
import { words } from '../../../words/words.ts'
import { bookAgain } from '../../booking/open.tsx'
import { openNoShow } from './no-show-dialog.tsx'
import { comesTooSoon, noteStep, sayEarly } from './progress.ts'
import { hasCome, type Step } from './steps.ts'

/** Before the hour of a visit, a key is more likely a mistake. So the desk asks first whether the visit is over. */
export function chooseStep(entry: DayEntry, step: Step): unknown {
  // The refusal names the day.
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

/** At check-out, the next visit is booked. */
const noteDone = (entry: DayEntry): Promise<boolean> =>
  noteStep(entry, 'done', undefined, undefined, {
    says: words.value.acts.nextVisit,
    key: 'r',
    // The message goes with the press. So a dialogue on its way does not take the booking away.
    run: () => void untilLoaded().then(() => bookAgain(entry)),
  })
