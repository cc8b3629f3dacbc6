import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../../../base/button.tsx'
import { focusFirst, isFocusLost } from '../../../base/focus.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { chooseStep } from './choose-step.ts'
import { nextStep } from './next-step.ts'
import { comesTooSoon, takeStepBack } from './progress.ts'
import { mayFollow, type Step } from './steps.ts'

const steps: readonly Step[] = ['confirmed', 'arrived', 'in_chair', 'done', 'no_show']

/** Shows how far the visit is, and a button for each step that may follow. */
export function EntrySteps({
  entry,
  leads,
  leaveFor,
}: {
  readonly entry: DayEntry
  /** Whether the button of the next step is the main button. */
  readonly leads: boolean
  readonly leaveFor: (run: () => unknown) => void
}) {
  const { acts } = words.value
  const { state, late, lateMinutes, waitingSince, waitedMinutes, note } = entry.progress!
  const section = useRef<HTMLElement>(null)
  // The button of a step disappears when the step is noted. Then the focus moves to the first button of this part.
  useEffect(() => {
    if (isFocusLost()) focusFirst(section.current)
  }, [state])
  return (
    <section class="entry-steps" aria-label={acts.visit} ref={section}>
      <p>
        <strong>{acts.steps[state]}</strong>
        {late && <span class="badge caution">{acts.late(lateMinutes)}</span>}
        {waitingSince && waitedMinutes !== null && (
          <span class={waitedMinutes > 15 ? 'badge caution' : 'badge'}>{acts.waits(waitedMinutes)}</span>
        )}
        {note && <span class="soft">{note}</span>}
      </p>
      <div class="act-row">
        {steps
          .filter((step) => mayFollow(state, step) && !comesTooSoon(entry, step))
          .map((step) => (
            <Button
              key={step}
              kind={leads && step === nextStep(entry) ? 'primary' : 'plain'}
              onClick={() =>
                step === 'no_show' ? leaveFor(() => chooseStep(entry, step)) : void chooseStep(entry, step)
              }
            >
              {acts.steps[step]}
            </Button>
          ))}
        {state !== 'expected' && (
          <Button kind="quiet" onClick={() => void takeStepBack(entry)}>
            {acts.stepBack(acts.steps[state])}
          </Button>
        )}
      </div>
    </section>
  )
}
