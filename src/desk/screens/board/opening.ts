/** How an entry on the board is opened, and how the arrow keys move from one entry to another. */
import { focusOn } from '../../base/focus.ts'
import type { DayEntry } from '../../contract/names.ts'
import { entryOf } from '../../live/day.ts'
import { glance, openEntry } from './acts/dialogs.tsx'
import { openEntryMenu } from './acts/menu.tsx'
import { pointed } from './menu-button.tsx'
import { entryTowards, focused, type Reached } from './roving.ts'

/** How long the mouse must rest on a card before the card's popup appears, in milliseconds. */
const restMs = 700

interface Handlers {
  readonly onPointerMove?: (event: PointerEvent) => void
  readonly onClick?: (event: MouseEvent) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/**
 * The handlers of `acts`, and after them the handlers that open an entry. The later handlers do nothing when `acts`
 * used the event.
 */
export function opening(acts: Handlers, columns: () => readonly Reached[]) {
  let rest: ReturnType<typeof setTimeout> | undefined
  const behind =
    <E extends Event>(act: ((event: E) => void) | undefined, run: (event: E) => void) =>
    (event: E) => {
      act?.(event)
      if (!event.defaultPrevented) run(event)
    }
  return {
    ...acts,
    // A mouse that rests on a card shows its popup. A card that only scrolls under a resting mouse shows none.
    onPointerMove(event: PointerEvent) {
      acts.onPointerMove?.(event)
      clearTimeout(rest)
      const { pointerType, buttons, movementX, movementY } = event
      if (pointerType !== 'mouse' || buttons !== 0 || (movementX === 0 && movementY === 0)) return
      rest = setTimeout(() => look(event, true), restMs)
    },
    onPointerOver({ target, pointerType }: PointerEvent) {
      const element = target as HTMLElement
      if (pointerType !== 'mouse' || element.closest('.entry-menu') !== null) return
      pointed.value = element.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? null
    },
    onPointerLeave() {
      clearTimeout(rest)
      pointed.value = null
    },
    onDblClick(event: Event) {
      const entry = entryAt(event)
      if (entry !== undefined) openEntry(entry)
    },
    onClick: behind(acts.onClick, (event) => {
      clearTimeout(rest)
      look(event)
    }),
    onKeyDown: behind(acts.onKeyDown, (event) => onKey(event, columns())),
  }
}

/** Shows the popup of the card that an event is about. With `peeks`, the popup goes with the mouse. */
function look(event: Event, peeks = false): void {
  const entry = entryAt(event)
  if (entry !== undefined) glance(entry, cardIn(event)!, peeks)
}

/** The id of the entry or the cancelled appointment whose card contains an element. */
export function idIn(element: HTMLElement): string | undefined {
  const card = element.closest<HTMLElement>('[data-entry], [data-cancelled]')
  return card?.dataset.entry ?? card?.dataset.cancelled
}

const cardIn = ({ target }: Event) => (target as HTMLElement).closest<HTMLElement>('[data-entry]')

const entryAt = (event: Event): DayEntry | undefined => {
  const card = cardIn(event)
  return card === null ? undefined : entryOf(card.dataset.entry!)
}

function onKey(event: KeyboardEvent, columns: readonly Reached[]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey !== (event.key === 'F10')) return
  const id = idIn(event.target as HTMLElement)
  if (id === undefined) return
  const next = entryTowards(columns, id, event.key)
  const entry = entryAt(event)
  if (next !== undefined) {
    focused.value = next.id
    focusOn(`card ${next.id}`)
  } else if (entry === undefined) return
  else if (event.key === 'Enter') openEntry(entry)
  else if (event.key === ' ') glance(entry, cardIn(event)!)
  else if (event.key === 'ContextMenu' || event.key === 'F10')
    openEntryMenu(entry, event.target as HTMLElement)
  else if (!event.key.startsWith('Arrow')) return
  event.preventDefault()
}
