/** How often a request is sent again while its practice moves to another server. Each pause is about a second. */
const mostTries = 20
const longestPauseMs = 5_000

/**
 * Sends a request, and sends it again while its practice moves to another server. The server then answers 503 or 421 with
 * `Retry-After`, and has done nothing. @throws as `send` does, and when the request is aborted.
 */
export const throughMoves =
  (send: (request: Request) => Promise<Response>, pause = sleep) =>
  async (request: Request): Promise<Response> => {
    for (let tries = 1; ; tries++) {
      const copy = request.clone()
      const answer = await send(request)
      const seconds = Number(answer.headers.get('retry-after'))
      if (!seconds || tries === mostTries || (answer.status !== 503 && answer.status !== 421)) return answer
      await pause(Math.min(seconds * 1_000, longestPauseMs))
      copy.signal.throwIfAborted()
      request = copy
    }
  }

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
