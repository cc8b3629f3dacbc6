import { useMemo } from 'preact/hooks'
import { sayTrouble } from '../../../base/toasts.tsx'

/** Calls `take` with the server's answer, unless a newer request was made meanwhile. A message shows a failure. */
export type TakeOver = <A>(read: Promise<A>, take: (answer: A) => void) => Promise<void>

/** Lets a form take over answers of the server, and wait for them. */
export const useTakingOver = () =>
  useMemo(() => {
    let asked = 0
    let reading: Promise<boolean> | undefined
    const takeOver: TakeOver = async (read, take) => {
      const question = ++asked
      const mine = read.then(
        (answer) => {
          if (question === asked) take(answer)
          return true
        },
        (failure) => {
          sayTrouble(failure)
          return false
        },
      )
      reading = mine
      await mine
      if (reading === mine) reading = undefined
    }
    /**
     * Waits for a pending answer, because a hurried person may send the form before the answer. Resolves to false when
     * reading failed, because the form then lacks the person's choice.
     */
    const settled = async (): Promise<boolean> => {
      const mine = reading
      if (mine === undefined) return true
      const done = await mine
      return reading === undefined || reading === mine ? done : settled()
    }
    return { takeOver, settled }
  }, [])
