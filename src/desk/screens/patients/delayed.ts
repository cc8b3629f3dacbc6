import { offerUndo, sayTrouble, undoMs } from '../../base/toasts.tsx'

/** The message is gone by then, so that nobody presses its button in vain. */
const afterMs = undoMs + 300

/**
 * Does something after ten seconds, in which it can be undone. Leaving the page does it at once. `back` shows
 * again what was hidden: after an undo, or when the act failed.
 */
export function withUndo(text: string, act: () => Promise<unknown>, back: () => void): void {
  let isOpen = true
  const settle = () => {
    isOpen = false
    clearTimeout(timer)
    removeEventListener('pagehide', run)
  }
  const run = () => {
    if (!isOpen) return
    settle()
    act().catch((error) => {
      back()
      sayTrouble(error)
    })
  }
  const timer = setTimeout(run, afterMs)
  addEventListener('pagehide', run)
  offerUndo(text, async () => {
    settle()
    back()
  })
}
