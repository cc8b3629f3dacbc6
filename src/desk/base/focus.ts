/**
 * Moves the focus. An element that may get the focus from another part of the desk has a name:
 * `<button ref={target('add note')}>` and `focusOn('add note')`. No code searches the document for it.
 */
import { useMemo } from 'preact/hooks'

/** The names of elements that may get the focus from another part of the desk. */
type Name =
  /** The screen, below the bars. */
  | 'main'
  /** The heading of the screen. */
  | 'heading'
  /** The card that the Tab key reaches first. */
  | 'first card'
  | `card ${string}`
  | 'title of the booking'
  | 'first free time'
  | 'submit of the booking'
  | 'add note'
  | `edit note ${string}`
  /** The button that adds a line to a list that is edited in a form. */
  | 'add line'
  | `move up ${string}`
  | `move down ${string}`
  | `line ${string}`

const standing = new Map<Name, HTMLElement>()

/** Gives an element a name, as its `ref`. An element that is removed loses the name, unless another has it by then. */
export function target(name: Name): (element: HTMLElement | null) => void {
  let mine: HTMLElement | null = null
  return (element) => {
    if (element !== null) standing.set(name, element)
    else if (standing.get(name) === mine) standing.delete(name)
    mine = element
  }
}

/** Like `target`, for a component that may be drawn many times. Only one of its elements has the name. */
export const useTarget = (name: Name) => useMemo(() => target(name), [name])

/** The element with a name; null while it is not drawn. */
export const targetOf = (name: Name): HTMLElement | null => standing.get(name) ?? null

/** Gives the focus to the first of these names that is drawn. */
export const focusOn = (...names: readonly Name[]): void =>
  names
    .map(targetOf)
    .find((element) => element !== null)
    ?.focus()

/** Gives the focus to the first of these names once the page is drawn again, unless a person has moved the focus. */
export function focusWhenDrawn(...names: readonly Name[]): void {
  const isMoved = watchFocus()
  requestAnimationFrame(() => {
    if (!isMoved()) focusOn(...names)
  })
}

/**
 * Returns a function that returns whether a person has moved the focus since. If so, code that runs late must not take
 * the focus from that person. A focus on the heading of a screen does not count: the heading gets the focus when the
 * element with the focus is gone.
 */
export function watchFocus(): () => boolean {
  const { activeElement } = document
  return () => ![activeElement, document.body, targetOf('heading')].includes(document.activeElement)
}

/** Whether no element has the focus: the element that had it is gone, and the browser gave the focus to the page. */
export const isFocusLost = (): boolean => document.activeElement === document.body

const controls = ':is(input, select, textarea, button, summary, a[href])'

/** The controls in an element that keys can reach, in the order of the page. `kind` leaves out other controls. */
export const controlsIn = (element: ParentNode, kind = controls): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(kind),
]

/** Gives the focus to the first control in an element. */
export const focusFirst = (element: ParentNode | null, kind = controls): void =>
  element?.querySelector<HTMLElement>(kind)?.focus()

/** Gives the focus to the first wrong field in an element. */
export const focusMistake = (element: ParentNode | null): void => focusFirst(element, '[aria-invalid="true"]')

/** Moves the focus by `step` controls in a list, as arrow keys do. Returns whether there was such a control. */
export function focusBy(list: readonly HTMLElement[], step: number): boolean {
  const next = list[list.indexOf(document.activeElement as HTMLElement) + step]
  next?.focus()
  return next !== undefined
}
