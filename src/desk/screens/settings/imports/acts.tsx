import { failedBy } from '../../../api/failure.ts'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { go } from '../../../base/route.ts'
import { Told } from '../../../base/say-failure.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { say, sayTrouble } from '../../../base/toasts.tsx'
import { dropUnsaved, hasUnsaved } from '../../../base/unsaved.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { words } from '../../../words/words.ts'
import { sayNumber } from './say.ts'
import { discard, type Import, isBeforeCommit, isOver, type OpenImport } from './state.ts'

/** The buttons for the whole import: commit, pause, undo, discard, or remove it from the list. */
export function Acts({ it, change, begin }: OpenImport) {
  const { imports: says } = words.value
  const { state, paused, undoUntil } = it
  const undecided = it.questions.find(({ code }) => code === 'duplicates')?.rows ?? 0
  const coming = rowsThatCome(it)
  const commit = () => {
    const isUnsent = hasUnsaved()
    return askFirst({
      title: says.commitTitle,
      text: [...(isUnsent ? [says.commitUnsent] : []), says.commitText(sayNumber(coming)), says.commitUndo],
      verb: says.commit,
      danger: isUnsent,
      act: () => begin('commit').catch(told(says.notNow)),
    })
  }
  const undo = () =>
    askFirst({
      title: says.undoTitle,
      text: [says.undoText],
      verb: says.undo,
      danger: true,
      act: () => begin('undo').catch(told(says.tooLate)),
    })
  const giveUp = async () => {
    const question = { title: says.discardTitle, text: [says.discardText], verb: says.discard }
    if (!(await askFirst({ ...question, danger: true, act: () => discard(it) }))) return
    say(says.discarded)
    // The unsaved choices in its forms are dropped, too.
    dropUnsaved()
    go(['settings', 'imports'])
  }
  const forget = async () => {
    await discard(it)
    say(says.forgotten)
    go(['settings', 'imports'])
  }
  const isUndoable = state === 'committed' && undoUntil !== null && Date.parse(undoUntil) > now.value
  const isForgettable = isOver(it) || (state === 'committed' && !isUndoable)
  return (
    <>
      {state === 'checked' && undecided > 0 && (
        <p class="notice">{says.firstDecide(undecided, sayNumber(undecided))}</p>
      )}
      {isUndoable && <p class="soft">{says.undoUntil(sayMoment(undoUntil))}</p>}
      <div class="card-actions">
        {state === 'checked' && undecided === 0 && coming > 0 && (
          <Button kind="primary" onClick={() => void commit()}>
            {says.commit}
          </Button>
        )}
        {(state === 'committing' || state === 'undoing') && (
          <Button onClick={() => void change({ paused: !paused }).catch(sayTrouble)}>
            {paused ? says.goOn : says.pause}
          </Button>
        )}
        {isUndoable && <Button onClick={() => void undo()}>{says.undo}</Button>}
        {isBeforeCommit(it) && <Button onClick={() => void giveUp()}>{says.discard}</Button>}
        {isForgettable && <Button onClick={() => void forget().catch(sayTrouble)}>{says.forget}</Button>}
      </div>
    </>
  )
}

/** How many rows create or change a record, or may be duplicates. */
const rowsThatCome = ({ counts }: Import): number =>
  counts
    .filter(({ outcome }) => outcome === 'create' || outcome === 'update' || outcome === 'duplicate')
    .reduce((sum, { rows }) => sum + rows, 0)

const told = (sentence: string) => (error: unknown) => {
  throw failedBy(error, 'conflict') ? new Told(sentence) : error
}
