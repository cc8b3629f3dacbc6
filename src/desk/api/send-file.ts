/** Sends a file as the body of a request, and reports how many bytes were sent. `fetch` cannot report this. */
import { whileMoving } from './moving.ts'
import { sessionToken } from './token.ts'

/** How long a request may make no progress before it counts as lost, in milliseconds. */
const patienceMs = 60_000

interface Sending {
  readonly file: Blob
  /** The media type of the file. */
  readonly type: string
  /** Called with the number of bytes that were sent so far. */
  readonly sent: (bytes: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file by POST, for `ask`, and sends it again while the practice moves to another server. `T` is the payload of
 * the answer. Rejects when no answer comes, and with an `AbortError` when `signal` was aborted.
 */
export const sendFile = <T>(path: string, sending: Sending) =>
  whileMoving(
    () => sendOnce<T>(path, sending),
    ({ response }) => response,
    sending.signal,
  )

function sendOnce<T>(path: string, { file, type, sent, signal }: Sending) {
  const { promise, resolve, reject } = Promise.withResolvers<{
    readonly data?: { readonly data: T }
    readonly error?: unknown
    readonly response: Response
  }>()
  const request = new XMLHttpRequest()
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => request.abort(), patienceMs)
  }
  const end = () => {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
  const giveUp = () => request.abort()
  request.upload.onprogress = ({ loaded }) => {
    wait()
    sent(loaded)
  }
  request.onload = () => {
    const response = responseOf(request)
    const content = request.response as unknown
    resolve(response.ok ? { data: content as { data: T }, response } : { error: content ?? '', response })
  }
  request.onerror = () => reject(new TypeError('The file did not arrive.'))
  request.onabort = () =>
    reject(
      signal.aborted
        ? new DOMException('The file was given up.', 'AbortError')
        : new TypeError('No answer came.'),
    )
  request.onloadend = end
  request.open('POST', path)
  request.responseType = 'json'
  request.setRequestHeader('content-type', type)
  const token = sessionToken()
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`)
  signal.addEventListener('abort', giveUp)
  wait()
  request.send(file)
  return promise
}

/** The part of an answer that `ask` reads. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers()
  for (const name of ['date', 'retry-after']) {
    const value = request.getResponseHeader(name)
    if (value !== null) headers.set(name, value)
  }
  return new Response(null, { status: request.status, headers })
}
