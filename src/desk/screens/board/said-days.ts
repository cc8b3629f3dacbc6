import { sayDate } from '../../base/time/say.ts'

interface Dated {
  readonly date: string
}

/** On which of the days of a week something is, such as `Mon–Wed, Fri · `. Empty where the board shows one day. */
export function sayDaysOf(shown: readonly Dated[], days: readonly Dated[]): string {
  if (shown.length === 1) return ''
  const names = shown.map(({ date }) =>
    days.some((day) => day.date === date) ? sayDate(date, 'weekday') : '',
  )
  // Days without it leave commas behind, at which the others part. Of those in a row, the first and the last are named.
  const rows = names.join().split(/,{2,}|^,|,$/)
  const said = rows.filter(Boolean).map((row) => row.replace(/,(.*,)?/, '–'))
  return `${said.join(', ')} · `
}
