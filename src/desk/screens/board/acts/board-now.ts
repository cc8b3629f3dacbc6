/** The columns that the board shows now. Acts that do not begin with an event of a column read them here. */
import { focusWhenDrawn } from '../../../base/focus.ts'
import { zone } from '../../../base/me.ts'
import { dateOf } from '../../../base/time/say.ts'
import type { DayEntry } from '../../../contract/names.ts'
import { cardOf } from '../../../parts/show-entry.ts'
import type { Column } from '../column.ts'

let columnsNow: () => readonly Column[] = () => []

/** Sets the function that returns the columns. The board calls `boardShows` each time it is drawn. */
export function boardShows(columns: () => readonly Column[]): void {
  columnsNow = columns
}

/** The columns on the screen now; an empty list while the day is shown as a list. */
export const boardColumns = (): readonly Column[] =>
  document.querySelector('[data-column]') === null ? [] : columnsNow()

export const columnOf = (key: string): Column | undefined => boardColumns().find((each) => each.key === key)

/** The column of an entry's chair and day. */
export const columnFor = ({ chairId, startAt }: Pick<DayEntry, 'chairId' | 'startAt'>): Column | undefined =>
  boardColumns().find((column) => column.chairId === chairId && touchesDay(column, startAt))

function touchesDay({ date, grid }: Column, startAt: string): boolean {
  const at = Date.parse(startAt)
  return (at > grid.from && at < grid.to) || dateOf(startAt, zone()) === date
}

/** Gives the focus to the card of an entry once it is drawn, unless somebody has moved the focus by then. */
export const focusCard = (id: string): void => focusWhenDrawn(`card ${id}`)

/** Plays a short animation on a card that was dropped. People who asked for reduced motion see no animation. */
export function settle(id: string): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  requestAnimationFrame(() =>
    cardOf(id)?.animate([{ scale: 1.03, opacity: 0.7 }, {}], { duration: settleMs, easing: 'ease-out' }),
  )
}

const settleMs = 150

/** Scrolls to a card and lets it flash, so that people see which entry is in the way. */
export function flash(id: string): void {
  const card = cardOf(id)
  if (card === null) return
  card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  card.setAttribute('data-flash', '')
  setTimeout(() => card.removeAttribute('data-flash'), flashMs)
}

const flashMs = 1_600
