/** Sends a request and resolves with the response. @throws when there is no response. */
export type Send = (request: Request) => Promise<Response>
/** Waits this long, in milliseconds. @throws the reason of the signal when it is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

/** How often a request is sent at most. */
const mostTries = 6
/**
 * How many more times a request is sent while its practice moves to another server, and answers name a time for the
 * next try.
 */
const mostMoving = 20
/**
 * The first pause when the server names no time, and the longest pause of all. An answer with a longer pause is
 * returned to the caller. In milliseconds.
 */
const firstPauseMs = 500
const longestPauseMs = 60_000

/**
 * A `fetch` that sends a request again after 429, 503 or a broken connection. After 421 it sends the request to the
 * address that the answer names. While a practice moves to another server, its address stays the same, and the request
 * is sent to the same address again. Every write without an `Idempotency-Key` gets one, so the service carries the
 * write out once. The answer to the last try is returned unchanged. So is an answer that asks for a pause of more than
 * a minute.
 * @throws when no answer came at the last try, or when the request was aborted.
 */
export function repeating(send: Send, pause: Pause = sleep): Send {
  /** The new address of the practice, once an answer has named it. */
  let moved: string | undefined
  return async (request) => {
    if (!/^(?:GET|HEAD)$/.test(request.method) && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', crypto.randomUUID())
    let moving = 0
    for (let tries = 1; ; tries++) {
      const isLast = tries === mostTries
      const response = await send(sentTo(moved, request)).catch((error: unknown) => {
        if (isLast || request.signal.aborted) throw error
        return undefined
      })
      if (response !== undefined && (isLast || !repeated.includes(response.status))) return response
      if (response?.status === 421) {
        const origin = await toldOrigin(response, request)
        if (origin !== undefined && origin !== moved) {
          moved = origin
          continue
        }
        if (!response.headers.has('retry-after')) return response
      }
      const ms = pauseAfter(response, tries)
      if (response !== undefined && ms > longestPauseMs) return response
      // The practice is moving and the server has done nothing, so this try does not count.
      if (isOnTheWay(response) && ++moving <= mostMoving) tries--
      await response?.body?.cancel()
      await pause(ms, request.signal)
    }
  }
}

const repeated = [421, 429, 503]

const isOnTheWay = (response: Response | undefined): boolean =>
  (response?.status === 421 || response?.status === 503) &&
  /^[1-5]$/.test(response.headers.get('retry-after') ?? '')

/** A copy of the request, so that it can be sent again. The copy is sent to `origin`, if that is given. */
function sentTo(origin: string | undefined, request: Request): Request {
  const copy = request.clone() as Request
  if (origin === undefined) return copy
  const { pathname, search } = new URL(request.url)
  return new Request(origin + pathname + search, copy as RequestInit)
}

/**
 * The new address that a 421 names; undefined when it names no address. After an https address, an http address is not
 * used, because anybody could read the requests.
 */
async function toldOrigin(response: Response, request: Request): Promise<string | undefined> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  const { details } = (body as { error?: { details?: { path: string; message: string }[] } })?.error ?? {}
  const told = details?.find(({ path }) => path === 'origin')?.message
  if (told === undefined || !URL.canParse(told)) return undefined
  const { origin, protocol } = new URL(told)
  return protocol === 'https:' || protocol === new URL(request.url).protocol ? origin : undefined
}

/**
 * The pause before the next try, in milliseconds. `Retry-After` names it, in seconds or as a date (RFC 9110 §10.2.3).
 * Without that header, it is longer with each try.
 */
function pauseAfter(response: Response | undefined, tries: number): number {
  const told = response?.headers.get('retry-after')
  const ms = told ? (/^\d+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now()) : Number.NaN
  // Without `Retry-After`, the pause is partly random, so that not all clients try again at the same moment.
  const wished = Number.isNaN(ms) ? firstPauseMs * 2 ** (tries - 1) * (0.5 + Math.random()) : ms
  return Math.max(wished, 0)
}

const sleep: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
