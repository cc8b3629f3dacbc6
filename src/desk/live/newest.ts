/** Reads when it is called. It does not throw. */
export interface Newest {
  (): Promise<void>
  /** Lets no answer count to a question that was asked before. */
  forget(): void
}

/**
 * Something that is read again and again. Of several answers, only the one to the newest question is kept. `tell` gets
 * why there is none, and undefined after each answer that was kept.
 */
export function newest<T>(
  read: () => Promise<T>,
  keep: (answer: T) => void,
  tell: (trouble: unknown) => void,
): Newest {
  let asked = 0
  const again = async () => {
    const question = ++asked
    try {
      const answer = await read()
      if (question !== asked) return
      keep(answer)
      tell(undefined)
    } catch (error) {
      if (question === asked) tell(error)
    }
  }
  const forget = () => {
    asked++
  }
  return Object.assign(again, { forget })
}
