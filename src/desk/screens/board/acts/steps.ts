/** The order of the steps of a visit. The server has the same rules and enforces them. */
import type { DayEntry } from '../../../contract/names.ts'

type State = NonNullable<DayEntry['progress']>['state']

export type Step = Exclude<State, 'expected'>

const order: readonly State[] = ['expected', 'confirmed', 'arrived', 'in_chair', 'done']

/**
 * Whether a step may follow a state. Steps go forward and may be skipped. A no-show is only possible before `arrived`.
 */
export function mayFollow(state: State, step: Step): boolean {
  if (state === 'no_show') return false
  if (step === 'no_show') return order.indexOf(state) < order.indexOf('arrived')
  return order.indexOf(step) > order.indexOf(state)
}

/** Whether the patient is in the practice, or has been, by the state of the visit. */
export const hasCome = ({ progress }: Pick<DayEntry, 'progress'>): boolean =>
  progress !== null && order.indexOf(progress.state) >= order.indexOf('arrived')
