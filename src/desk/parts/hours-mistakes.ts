import { words } from '../words/words.ts'
import { type WorkingHours, wrongTimes } from './hours.ts'

/** The mistakes in the hours of a week, in words, by the paths of the API. */
export const hoursMistakes = (workingHours: WorkingHours): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wrongTimes(workingHours)).map(([path, kind]) => [
      path,
      kind === 'empty' ? words.value.forms.fillIn : words.value.hours.timesRunBack,
    ]),
  )
