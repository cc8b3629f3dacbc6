/** Changes of one record go out one after another, so that each is made to the version that the one before it left. */

let line: Promise<unknown> = Promise.resolve()
let ahead = 0

/** Whether changes are on their way. */
export const changesAhead = (): boolean => ahead > 0

/** Runs `send` when all earlier changes are answered. @throws what `send` throws. */
export function inTurn<T>(send: () => Promise<T>): Promise<T> {
  ahead++
  const turn = line.then(send).finally(() => {
    ahead--
  })
  line = turn.catch(() => {})
  return turn
}
