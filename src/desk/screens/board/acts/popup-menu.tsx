/**
 * A menu above the page (ARIA Authoring Practices, "Menu button"). The browser closes the menu after a click elsewhere.
 */
import { render } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { controlsIn, focusFirst, isFocusLost } from '../../../base/focus.ts'
import { Icon, type IconName } from '../../../base/icon.tsx'

interface MenuItem {
  readonly says: string
  readonly run: () => unknown
  readonly icon?: IconName
  /** The key that chooses the item. The key is shown at the end of the line. */
  readonly key?: string
  readonly disabled?: boolean
  /** Whether a line separates the item from the item above. */
  readonly parted?: boolean
}

interface Point {
  readonly x: number
  readonly y: number
}

let host: HTMLElement | undefined

/** Opens a menu beside an element or at a point of the screen. When the menu closes, the focus goes back. */
export function popUp(label: string, items: readonly MenuItem[], anchor: HTMLElement | Point): void {
  if (host === undefined) {
    host = document.createElement('section')
    document.body.append(host)
  }
  host.setAttribute('aria-label', label)
  render(null, host)
  render(<Popup label={label} items={items} anchor={anchor} />, host)
}

interface Props {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly anchor: HTMLElement | Point
}

function Popup({ label, items, anchor }: Props) {
  const ref = useRef<HTMLDivElement>(null)
  // A layout effect moves the focus at once, so that the menu gets the next key press.
  useLayoutEffect(() => {
    const menu = ref.current!
    const { activeElement } = document
    menu.showPopover()
    stand(menu, anchor)
    focusFirst(menu)
    const closed = (event: Event) => {
      if ((event as ToggleEvent).newState !== 'closed') return
      const inside = menu.contains(document.activeElement) || isFocusLost()
      if (inside && activeElement instanceof HTMLElement && activeElement.isConnected) activeElement.focus()
      render(null, host!)
    }
    menu.addEventListener('toggle', closed)
    return () => menu.removeEventListener('toggle', closed)
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    const all = controlsIn(ref.current!)
    const at = all.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key]
    if (to !== undefined) all[to % all.length]!.focus()
    else if (event.key === 'Tab') ref.current!.hidePopover()
    else if (event.key.length > 1 && event.key !== 'Delete') return
    else {
      const byKey = items.find(({ key, disabled }) => key === event.key && !disabled)
      if (byKey) choose(byKey)
      else byLetter(all, at, event.key)?.focus()
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const choose = (item: MenuItem) => {
    ref.current!.hidePopover()
    // The act runs after the focus is back on the card. So a dialogue of the act can give the focus back to the card.
    requestAnimationFrame(() => void item.run())
  }
  return (
    <div ref={ref} popover="auto" class="popup menu" role="menu" aria-label={label} onKeyDown={onKeyDown}>
      {items.map((item) => (
        <button
          key={item.says}
          type="button"
          role="menuitem"
          tabIndex={-1}
          class={item.parted ? 'menu-item parted' : 'menu-item'}
          aria-disabled={item.disabled ? 'true' : undefined}
          aria-keyshortcuts={item.key}
          onClick={() => item.disabled || choose(item)}
        >
          {item.icon ? <Icon name={item.icon} /> : <span class="no-icon" />}
          <span>{item.says}</span>
          {item.key && <kbd>{keyName(item.key)}</kbd>}
        </button>
      ))}
    </div>
  )
}

const keyName = (key: string) => (key.length === 1 ? key.toUpperCase() : key.slice(0, 3))

const byLetter = (all: readonly HTMLElement[], at: number, letter: string) =>
  [...all.slice(at + 1), ...all.slice(0, at + 1)].find((button) =>
    button.textContent.trim().toLowerCase().startsWith(letter.toLowerCase()),
  )

/**
 * Puts the menu below the anchor, and moves it when it would leave the screen. On a phone, the menu is at the lower
 * edge.
 */
function stand(menu: HTMLElement, anchor: HTMLElement | Point): void {
  const box = anchor instanceof HTMLElement ? anchor.getBoundingClientRect() : undefined
  const { width, height } = menu.getBoundingClientRect()
  const [x, y] = box ? [box.left, box.bottom + 4] : [(anchor as Point).x, (anchor as Point).y]
  const gap = 8
  const left = Math.max(gap, Math.min(x, innerWidth - width - gap))
  const top = Math.max(gap, Math.min(y, innerHeight - height - gap))
  menu.style.setProperty('--left', `${left}px`)
  menu.style.setProperty('--top', `${top}px`)
}
