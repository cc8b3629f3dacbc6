import { daysBetween } from '../../../base/time/dates.ts'
import type { Closure } from '../../../contract/names.ts'
import { words } from '../../../words/words.ts'

export type ClosureFields = Pick<
  Closure,
  'name' | 'fromDate' | 'throughDate' | 'startTime' | 'endTime' | 'yearly' | 'chairIds'
>

/** How many days a closure has at most, and one that comes each year. */
const [mostDays, mostDaysYearly] = [400, 366]

/** What is wrong with a closure, by the paths of the API. */
export function closureMistakes(closure: ClosureFields): Record<string, string> {
  const { name, fromDate, throughDate, startTime, endTime, yearly, chairIds } = closure
  const { forms, settings } = words.value
  const wrong: Record<string, string> = {}
  if (name.trim() === '') wrong.name = forms.fillIn
  if (fromDate === '') wrong.fromDate = forms.fillIn
  if (throughDate === '') wrong.throughDate = forms.fillIn
  else if (fromDate !== '') {
    const days = daysBetween(fromDate, throughDate) + 1
    const most = yearly ? mostDaysYearly : mostDays
    if (days < 1) wrong.throughDate = settings.daysRunBack
    else if (days > most) wrong.throughDate = settings.tooManyDays(most)
  }
  if (startTime === '') wrong.startTime = forms.fillIn
  if (endTime === '') wrong.endTime = forms.fillIn
  else if (startTime && endTime && endTime <= startTime) wrong.endTime = settings.timeRunsBack
  if (chairIds?.length === 0) wrong.chairIds = settings.chooseChair
  return wrong
}
