/**
 * Makes a queue of changes. The changes are sent one after another. So each change is based on the result of the change
 * before it, and no change overtakes another.
 */
export function turns() {
  let line: Promise<unknown> = Promise.resolve()
  let count = 0
  /**
   * Whether the server has not answered some changes yet. Data that arrive meanwhile may be older than the shown data.
   */
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
