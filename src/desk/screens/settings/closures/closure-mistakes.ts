import type { Closure } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'
import { dayTimesMistakes } from '../parts/day-times.tsx'

export type ClosureFields = Pick<
  Closure,
  'name' | 'fromDate' | 'throughDate' | 'startTime' | 'endTime' | 'yearly' | 'chairIds'
>

/** The most days of a closure, and of a closure that repeats each year. */
const [mostDays, mostDaysYearly] = [400, 366]

/** The mistakes in a closure, by the field names of the API. */
export function closureMistakes(closure: ClosureFields): Record<string, string> {
  const { name, yearly, chairIds } = closure
  const { forms, settings } = words.value
  const wrong = dayTimesMistakes(closure, yearly ? mostDaysYearly : mostDays, settings.tooManyDays)
  if (name.trim() === '') wrong.name = forms.fillIn
  if (chairIds?.length === 0) wrong.chairIds = settings.chooseChair
  return wrong
}
