import type { DayEntry } from '../../../contract/names.ts'
import { comesTooSoon } from './progress.ts'
import { mayFollow, type Step } from './steps.ts'

const steps: readonly Step[] = ['arrived', 'in_chair', 'done']

/** The usual next step of a visit. Before the day of the visit, this can only be `confirmed`. */
export function nextStep(entry: DayEntry): Step | undefined {
  const { progress } = entry
  if (entry.type !== 'appointment' || progress === null) return undefined
  const may = (step: Step) => mayFollow(progress.state, step) && !comesTooSoon(entry, step)
  return steps.find(may) ?? (may('confirmed') ? 'confirmed' : undefined)
}
