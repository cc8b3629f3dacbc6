import { signal } from '@preact/signals'
import { focusOn } from '../../base/focus.ts'
import { Icon } from '../../base/icon.tsx'
import type { DayEntry } from '../../contract/names.ts'
import { words } from '../../words/words.ts'
import { openEntryMenu } from './acts/menu.tsx'
import { nameOf } from './card-words.ts'
import type { Column } from './column.ts'
import { placeOf } from './grid.ts'
import type { Lane } from './lanes.ts'

/** The id of the entry under the mouse. */
export const pointed = signal<string | null>(null)

interface Props {
  readonly entry: DayEntry
  readonly tabIndex?: number
  readonly style?: Record<string, string | number>
}

/** The button that opens the menu of an entry. */
export const MenuButton = ({ entry, tabIndex, style }: Props) => (
  <button
    type="button"
    class="entry-menu"
    tabIndex={tabIndex}
    style={style}
    aria-label={words.value.card.menu(nameOf(entry))}
    aria-haspopup="menu"
    onClick={(event) => {
      // This button disappears when the mouse leaves. So the card has the focus, and gets it back after the menu.
      if (tabIndex === -1) focusOn(`card ${entry.id}`)
      openEntryMenu(entry, event.currentTarget)
    }}
  >
    <Icon name="more" />
  </button>
)

interface PointedProps {
  readonly column: Column
  readonly lanes: ReadonlyMap<string, Lane>
}

/**
 * The menu button of the card under the mouse. A key opens the menu without this button, and a finger opens the entry
 * instead.
 */
export function PointedMenu({ column: { grid, entries }, lanes }: PointedProps) {
  const entry = entries.find(({ id }) => id === pointed.value)
  if (entry === undefined) return null
  const { left, width } = lanes.get(entry.id)!
  return (
    <MenuButton entry={entry} tabIndex={-1} style={{ ...placeOf(grid, entry), '--end': 1 - left - width }} />
  )
}
