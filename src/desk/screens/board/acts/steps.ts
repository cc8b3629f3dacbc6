/** Which step of a visit may follow which. The server has the same rules and the last word. */
import type { DayEntry } from '../../../contract/names.ts'

type State = NonNullable<DayEntry['progress']>['state']

export type Step = Exclude<State, 'expected'>

const order: readonly State[] = ['expected', 'confirmed', 'arrived', 'in_chair', 'done']

/** Steps go forward and may be skipped. A patient who has come can no longer fail to appear. */
export function mayFollow(state: State, step: Step): boolean {
  if (state === 'no_show') return false
  if (step === 'no_show') return order.indexOf(state) < order.indexOf('arrived')
  return order.indexOf(step) > order.indexOf(state)
}

/** Whether a step says that the patient is there, or has been. */
export const hasCome = ({ progress }: Pick<DayEntry, 'progress'>): boolean =>
  progress !== null && order.indexOf(progress.state) >= order.indexOf('arrived')
