/** Finds the fields that a message of the desk covers. */
import type { Page } from 'playwright-core'

/**
 * Shows a long message of the desk, and removes it again. Returns the fields of the newest dialogue, or else of the
 * screen, that the message covers when they have the focus. A message in the corner must not cover the edge of the
 * dialogue or screen either.
 */
export const coveredFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const before = document.activeElement as HTMLElement
    const top =
      document.querySelector(':modal') ?? document.querySelector('.month') ?? document.querySelector('main')!
    const message = document.createElement('div')
    message.className = 'toast plain'
    const text = document.createElement('p')
    text.textContent =
      'Konstantin von und zu Lichtenstein-Hohenfels was moved to Tuesday, 3 March 2026, 10:15. A message tells them so.'
    const undo = document.createElement('button')
    undo.className = 'button quiet'
    undo.textContent = 'Undo'
    message.append(text, undo)
    document.querySelector('.toasts')!.append(message)
    const covered: string[] = []
    const isBeside = getComputedStyle(message.parentElement!).position === 'fixed'
    if (isBeside && message.getBoundingClientRect().right > top.getBoundingClientRect().left)
      covered.push('the edge of the dialogue or the screen')
    for (const field of top.querySelectorAll<HTMLElement>('input, select, textarea')) {
      if (!field.checkVisibility() || field.tabIndex < 0 || field.matches('.visually-hidden, :disabled'))
        continue
      field.focus()
      // Of a field with a long text, only the first line must be visible.
      const { left, right, top, bottom } = field.getBoundingClientRect()
      const above = document.elementFromPoint((left + right) / 2, Math.min(top + 12, (top + bottom) / 2))
      const isSeen =
        above !== null && (field.contains(above) || (above.closest('label')?.contains(field) ?? false))
      if (!isSeen) covered.push(`${field.outerHTML.slice(0, 90)} below ${above?.outerHTML.slice(0, 60)}`)
    }
    message.remove()
    before.focus()
    return covered
  })
