/** Of several answers, only the one to the newest question counts, whichever comes first. */

/** Asks in turn: what is asked later makes all that was asked before old. */
export function questions() {
  let asked = 0
  /** Tells from then on whether the newest question of now is still the newest. */
  const now = (): (() => boolean) => {
    const question = asked
    return () => question === asked
  }
  /** Asks a new question. The answered function tells from then on whether the question is the newest. */
  const next = (): (() => boolean) => {
    asked++
    return now()
  }
  return { now, next }
}

/** Reads when it is called. It does not throw. */
interface Newest {
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
  const { next } = questions()
  const again = async () => {
    const isNewest = next()
    try {
      const answer = await read()
      if (!isNewest()) return
      keep(answer)
      tell(undefined)
    } catch (error) {
      if (isNewest()) tell(error)
    }
  }
  return Object.assign(again, { forget: () => void next() })
}
