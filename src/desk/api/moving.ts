/** How often a request is sent again while its practice moves to another server. Each pause is about a second. */
const mostTries = 20
const longestPauseMs = 5_000

/**
 * Calls `send`, and calls it again while the practice moves to another server. The server then answers 503 or 421 with
 * `Retry-After`, and has done nothing. `responseOf` finds the response in the result of `send`. @throws as `send` does,
 * and when `signal` is aborted.
 */
export async function whileMoving<T>(
  send: () => Promise<T>,
  responseOf: (answer: T) => Response,
  signal: AbortSignal,
  pause = sleep,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const answer = await send()
    const { status, headers } = responseOf(answer)
    const seconds = Number(headers.get('retry-after'))
    if (!seconds || tries === mostTries || (status !== 503 && status !== 421)) return answer
    await pause(Math.min(seconds * 1_000, longestPauseMs))
    signal.throwIfAborted()
  }
}

/**
 * Makes a function that sends requests, and sends each again while its practice moves. @throws as `whileMoving` does.
 */
export const throughMoves =
  (send: (request: Request) => Promise<Response>, pause = sleep) =>
  (request: Request): Promise<Response> => {
    let next = request
    const sendOne = () => {
      const one = next
      next = one.clone()
      return send(one)
    }
    return whileMoving(sendOne, (response) => response, request.signal, pause)
  }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
