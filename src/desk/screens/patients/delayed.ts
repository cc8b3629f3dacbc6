import { offerUndo, sayTrouble, undoMs } from '../../base/toasts.tsx'

/** The act runs a little after the message has disappeared, so that nobody presses Undo too late. */
const afterMs = undoMs + 300

/**
 * Runs `act` after ten seconds, in which it can be undone. When the page is left, `act` runs at once. `back` shows the
 * hidden part again, after an undo or when `act` failed.
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
