/**
 * Where the focus goes, by what is meant. What may get it from elsewhere has a name: `<button ref={target('add note')}>` and
 * `focusOn('add note')`. Nobody looks for it in the document.
 */
import { useMemo } from 'preact/hooks'

/** What may get the focus from another place of the desk. */
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
  /** Adds a line to a list that is edited in a form. */
  | 'add line'
  | `move up ${string}`
  | `move down ${string}`
  | `line ${string}`

const standing = new Map<Name, HTMLElement>()

/** Gives an element a name, as its `ref`. An element that goes loses the name, unless another one has it by then. */
export function target(name: Name): (element: HTMLElement | null) => void {
  let mine: HTMLElement | null = null
  return (element) => {
    if (element !== null) standing.set(name, element)
    else if (standing.get(name) === mine) standing.delete(name)
    mine = element
  }
}

/** As `target`, in a component that may be drawn many times. One of them has the name. */
export const useTarget = (name: Name) => useMemo(() => target(name), [name])

/** The element with a name; null while it is not drawn. */
export const targetOf = (name: Name): HTMLElement | null => standing.get(name) ?? null

/** Gives the focus to the first of these names that is drawn. */
export const focusOn = (...names: readonly Name[]): void =>
  names
    .map(targetOf)
    .find((element) => element !== null)
    ?.focus()

/** Gives the focus to the first of these names once the page is drawn again, unless somebody has moved it by then. */
export function focusWhenDrawn(...names: readonly Name[]): void {
  const isMoved = watchFocus()
  requestAnimationFrame(() => {
    if (!isMoved()) focusOn(...names)
  })
}

/**
 * Answers from then on whether a person has moved the focus since. What comes late must not take the focus from them then. The
 * heading of a screen counts for nothing: it gets the focus when what had it is gone.
 */
export function watchFocus(): () => boolean {
  const { activeElement } = document
  return () => ![activeElement, document.body, targetOf('heading')].includes(document.activeElement)
}

/** Whether nothing has the focus: what had it is gone, and the browser has left the focus with the page. */
export const isFocusLost = (): boolean => document.activeElement === document.body

const controls = ':is(input, select, textarea, button, summary, a[href])'

/** What can be used with keys in an element, in the order of the page. `kind` leaves out other ones. */
export const controlsIn = (element: ParentNode, kind = controls): HTMLElement[] => [
  ...element.querySelectorAll<HTMLElement>(kind),
]

/** Gives the focus to the first control in an element. */
export const focusFirst = (element: ParentNode | null, kind = controls): void =>
  element?.querySelector<HTMLElement>(kind)?.focus()

/** Gives the focus to the first wrong field in an element. */
export const focusMistake = (element: ParentNode | null): void => focusFirst(element, '[aria-invalid="true"]')

/** Moves the focus by `step` controls from where it is in a list, as arrows do. Answers whether there was one. */
export function focusBy(list: readonly HTMLElement[], step: number): boolean {
  const next = list[list.indexOf(document.activeElement as HTMLElement) + step]
  next?.focus()
  return next !== undefined
}
