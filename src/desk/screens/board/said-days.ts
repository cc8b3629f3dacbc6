import { sayDate } from '../../base/time/say.ts'

interface Dated {
  readonly date: string
}

/** The names of some days of a week, such as `Mon–Wed, Fri · `. Empty when the board shows one day. */
export function sayDaysOf(shown: readonly Dated[], days: readonly Dated[]): string {
  if (shown.length === 1) return ''
  const names = shown.map(({ date }) =>
    days.some((day) => day.date === date) ? sayDate(date, 'weekday') : '',
  )
  // The days that are left out leave commas, which split the others into runs. A run shows its first and last day.
  const rows = names.join().split(/,{2,}|^,|,$/)
  const said = rows.filter(Boolean).map((row) => row.replace(/,(.*,)?/, '–'))
  return `${said.join(', ')} · `
}
