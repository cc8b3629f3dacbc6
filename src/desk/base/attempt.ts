import { online } from '../api/online.ts'
import { words } from '../words/words.ts'
import { sayProblem, sayTrouble } from './toasts.tsx'

/** Does acts that are shown before they are answered. When one fails, a message says so, and `readAgain` shows what is true. */
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

/** Lets undos read again, whether they are done or fail. */
export const undos =
  (readAgain: () => Promise<void>) => (undo: () => Promise<unknown>) => async (): Promise<void> => {
    try {
      await undo()
    } finally {
      void readAgain()
    }
  }
