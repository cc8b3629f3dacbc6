import { controlsIn, focusOn } from '../base/focus.ts'

/**
 * Does something that takes a line out of a list, and moves the focus to the same button of the line that follows. So
 * one goes through a list with one key. Without a further line the heading gets the focus.
 */
export function keepPlace(button: HTMLElement, act: () => void): void {
  const screen = button.closest('.page')!
  const alike = () => controlsIn(screen, `.${[...button.classList].join('.')}`)
  const place = alike().indexOf(button)
  act()
  requestAnimationFrame(() => {
    if (button.isConnected) return
    const left = alike()
    const next = left[Math.min(place, left.length - 1)]
    if (next === undefined) focusOn('heading')
    else next.focus()
  })
}
