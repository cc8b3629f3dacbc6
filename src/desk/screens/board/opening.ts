/** How an entry on the board is opened, and how the arrows lead from one to another. */
import type { DayEntry } from '../../contract/names.ts'
import { entryOf } from '../../live/day.ts'
import { openEntry } from './acts/dialogs.tsx'
import { openEntryMenu } from './acts/menu.tsx'
import type { Column } from './column.ts'
import { pointed } from './menu-button.tsx'
import { entryTowards, focused } from './roving.ts'

/** A finger that stays longer drags, in milliseconds. */
const tapMs = 350

interface Handlers {
  readonly onPointerDown?: (event: PointerEvent) => void
  readonly onClick?: (event: MouseEvent) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}

/** The handlers of the acts, and behind them those that open an entry. An act that took an event prevents its default. */
export function opening(acts: Handlers, columns: () => readonly Column[]) {
  let pressedAt = 0
  const behind =
    <E extends Event>(act: ((event: E) => void) | undefined, run: (event: E) => void) =>
    (event: E) => {
      act?.(event)
      if (!event.defaultPrevented) run(event)
    }
  const open = (event: Event) => {
    const entry = entryAt(event)
    if (entry !== undefined) openEntry(entry)
  }
  return {
    ...acts,
    onPointerDown: behind(acts.onPointerDown, ({ timeStamp }) => {
      pressedAt = timeStamp
    }),
    onPointerOver({ target, pointerType }: PointerEvent) {
      const element = target as HTMLElement
      if (pointerType !== 'mouse' || element.closest('.entry-menu') !== null) return
      pointed.value = element.closest<HTMLElement>('[data-entry]')?.dataset.entry ?? null
    },
    onPointerLeave() {
      pointed.value = null
    },
    onDblClick: open,
    // A mouse chooses by one click, for the keys. A finger has no keys.
    onClick: behind(acts.onClick, (event) => {
      const isTap = (event as PointerEvent).pointerType === 'touch' && event.timeStamp - pressedAt < tapMs
      if (isTap) open(event)
    }),
    onKeyDown: behind(acts.onKeyDown, (event) => onKey(event, columns())),
  }
}

const entryAt = ({ target }: Event): DayEntry | undefined => {
  const card = (target as HTMLElement).closest<HTMLElement>('[data-entry]')
  return card === null ? undefined : entryOf(card.dataset.entry!)
}

function onKey(event: KeyboardEvent, columns: readonly Column[]): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey !== (event.key === 'F10')) return
  const entry = entryAt(event)
  if (entry === undefined) return
  const next = entryTowards(columns, entry.id, event.key)
  if (next !== undefined) {
    focused.value = next.id
    focusEntry(event.currentTarget as HTMLElement, next.id)
  } else if (event.key === 'Enter' || event.key === ' ') openEntry(entry)
  else if (event.key === 'ContextMenu' || event.key === 'F10')
    openEntryMenu(entry, event.target as HTMLElement)
  else if (!event.key.startsWith('Arrow')) return
  event.preventDefault()
}

/** Gives the focus to an entry inside an element. */
export const focusEntry = (inside: ParentNode, id: string): void =>
  inside.querySelector<HTMLElement>(`[data-entry="${CSS.escape(id)}"]`)?.focus()
