/** Which step of a visit may follow which. Pure. The server has the same rule and the last word. */
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
