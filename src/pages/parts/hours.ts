import { locale, words } from '../words/words.ts'
import { button, make } from './dom.ts'
import { meantEnd, type OpenHours, shownEnd, withBreak } from './open-hours.ts'

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
type Weekday = (typeof days)[number]

const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
/** The name of a day. The first of January 2024 was a Monday. */
const nameOf = (day: Weekday): string => weekday.format(Date.UTC(2024, 0, 1 + days.indexOf(day)))

export type WorkingHours = Readonly<Record<Weekday, readonly OpenHours[]>>

const nineToFive: readonly OpenHours[] = [{ start: '09:00', end: '17:00' }]

/** What the setup page suggests: Monday to Friday, 9 to 17. */
export const offeredHours: WorkingHours = {
  mon: nineToFive,
  tue: nineToFive,
  wed: nineToFive,
  thu: nineToFive,
  fri: nineToFive,
  sat: [],
  sun: [],
}

/** Shows an editor for the hours of a week. `read` answers what is in it. */
export function editHours(place: HTMLElement, week: WorkingHours): { readonly read: () => WorkingHours } {
  const editors = days.map((day) => editDay(day, week[day]))
  const read = () =>
    Object.fromEntries(editors.map(({ day, read }) => [day, read()])) as Record<Weekday, OpenHours[]>
  const spread = button(words.hours.copy, 'small quiet', () => {
    const [first, ...others] = editors.filter(({ read }) => read().length > 0)
    for (const { show } of others) show(first!.read())
  })
  place.replaceChildren(...editors.map(({ row }) => row), make('div', { className: 'week-tools' }, spread))
  return { read }
}

function editDay(day: Weekday, hours: readonly OpenHours[]) {
  const label = nameOf(day)
  const open = make('input', { type: 'checkbox', id: `${day}-open`, className: 'switch' })
  const times = make('div', { className: 'times' })
  const head = make('label', { className: 'day', htmlFor: open.id }, open, make('span', {}, label))
  const row = make('div', { className: 'weekday field' }, head, times)
  /** The hours that a day gets again when it is closed and then opened. */
  let kept = hours.length > 0 ? hours : nineToFive

  const read = (): OpenHours[] =>
    open.checked ? [...times.querySelectorAll<HTMLElement>('.interval')].map(readInterval) : []
  const show = (hours: readonly OpenHours[]) => {
    open.checked = hours.length > 0
    // A message about a time goes with its field.
    row.querySelector('.issue')?.remove()
    const tool =
      hours.length > 1
        ? button(words.hours.removeBreak, 'small quiet', () => {
            show([{ start: hours[0]!.start, end: read().at(-1)!.end }])
            times.querySelector('input')?.focus()
          })
        : button(words.hours.addBreak, 'small quiet', () => {
            show(withBreak(read()[0]!))
            times.querySelector<HTMLElement>('.interval:nth-child(2) input')?.focus()
          })
    tool.ariaLabel = `${tool.textContent}, ${label}`
    times.replaceChildren(
      ...(hours.length > 0
        ? [...hours.map((interval, i) => drawInterval(day, i, interval)), tool]
        : [make('span', { className: 'soft', textContent: words.hours.closed })]),
    )
  }
  open.addEventListener('change', () => {
    if (open.checked) return show(kept)
    open.checked = true
    kept = read()
    show([])
  })
  show(hours)
  return { day, row, read, show }
}

function drawInterval(day: Weekday, i: number, { start, end }: OpenHours): HTMLElement {
  const { opens, opensAgain, closes, closesAgain } = words.hours
  const time = (part: 'start' | 'end', value: string, says: string) =>
    make('input', {
      type: 'time',
      name: `workingHours.${day}.${i}.${part}`,
      value,
      required: true,
      ariaLabel: `${nameOf(day)}, ${says}`,
    })
  return make(
    'span',
    { className: 'interval' },
    time('start', start, i > 0 ? opensAgain : opens),
    make('span', { ariaHidden: 'true', textContent: '–' }),
    time('end', shownEnd(end), i > 0 ? closesAgain : closes),
  )
}

function readInterval(interval: HTMLElement): OpenHours {
  const [start, end] = [...interval.querySelectorAll('input')].map(({ value }) => value)
  return { start: start!, end: meantEnd(end!) }
}
