/**
 * A line of changes. The changes go out one after another. So each is made to what the one before it left, and none
 * overtakes another.
 */
export function turns() {
  let line: Promise<unknown> = Promise.resolve()
  let count = 0
  /** Whether changes are on their way. A picture that comes meanwhile may be older than what is shown. */
  const changesAhead = (): boolean => count > 0
  /** Runs `send` when all earlier changes are answered. @throws what `send` throws. */
  const inTurn = <T>(send: () => Promise<T>): Promise<T> => {
    count++
    const turn = line.then(send).finally(() => {
      count--
    })
    line = turn.catch(() => {})
    return turn
  }
  return { changesAhead, inTurn }
}
