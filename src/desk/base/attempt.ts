import { online } from '../api/online.ts'
import { words } from '../words/words.ts'
import { sayProblem, sayTrouble } from './toasts.tsx'

/**
 * Carries out acts whose results are shown before the server has answered. When an act fails, a message appears, and
 * `readAgain` shows the true state.
 */
export const attempts =
  (readAgain: () => Promise<void>) =>
  async (act: () => Promise<void>): Promise<void> => {
    if (!online.value) return sayProblem(words.value.shell.offlineWrite)
    try {
      await act()
    } catch (error) {
      void readAgain()
      sayTrouble(error)
    }
  }

/** Makes undos that call `readAgain` at the end, whether they succeed or fail. */
export const undos =
  (readAgain: () => Promise<void>) => (undo: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await undo()
    } finally {
      void readAgain()
    }
  }
