import { useMemo } from 'preact/hooks'
import { sayTrouble } from '../../../base/toasts.tsx'

/** Takes over what the server answers, unless something newer was asked meanwhile. A failure is said. */
export type TakeOver = <A>(read: Promise<A>, take: (answer: A) => void) => Promise<void>

/** Lets a form take over what is read for it, and wait for that. */
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
     * Waits for what is being read, because a hurried person sends the form before the answer. Resolves to false when
     * something could not be read, so the form does not hold what the person chose.
     */
    const settled = async (): Promise<boolean> => {
      const mine = reading
      if (mine === undefined) return true
      const done = await mine
      return reading === undefined || reading === mine ? done : settled()
    }
    return { takeOver, settled }
  }, [])
