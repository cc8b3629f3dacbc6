import { controlsIn, focusOn } from '../base/focus.ts'

/**
 * Calls `act`, which removes a line from a list, and moves the focus to the same button of the line that follows. So a
 * person can go through a list with one key. If no line is left, the heading gets the focus.
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
