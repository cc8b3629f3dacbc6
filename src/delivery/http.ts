import type { Verdict } from '../domain/reminders/retry.ts'
import { DeliveryFailure } from './delivery.ts'

/** How long an HTTP API may take for one request, in milliseconds. Gateways of mobile networks may be slow. */
export const answerMs = 2 * 60_000

/** How text messages are sent by an HTTP API. */
export interface Sending {
  /** How long the API may take for one request, in milliseconds. Two minutes when left out. */
  readonly waitMs?: number
  /** Whether this server owns its practices at this moment. Otherwise no text message is sent. */
  readonly owns?: () => boolean
}

/** A request to an HTTP API. `send` is the content of a POST request. Without `send`, the request is a GET. */
interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly send?: string
  readonly signal: AbortSignal
  /** Whether the content may be sent. Called just before the content is sent. */
  readonly owns: () => boolean
}

/**
 * Calls an HTTP API and returns its response when the status is a success. For any other response, `refuses` returns
 * whether the API refuses the message or its receiver.
 * @throws DeliveryFailure, with a verdict. The verdict is `refused` when `refuses` returns true. It is `unanswered`
 * when the API had the content, but gave no answer or an answer that leaves the outcome open. It is `unwelcome` when
 * the API refuses us. Every other failure is `away`: its cause is the API or the network.
 */
export async function ask(
  url: string,
  { headers, send, signal: caller, owns }: Request,
  refuses: (response: Response) => boolean | Promise<boolean>,
  waitMs: number,
): Promise<Response> {
  const signal = AbortSignal.any([caller, AbortSignal.timeout(waitMs)])
  const content = send === undefined ? undefined : followed(send, owns)
  let response: Response
  try {
    response = await fetch(url, {
      ...(content ? { method: 'POST', body: content.body } : {}),
      headers: { ...headers, ...(content && { 'content-length': String(content.length) }) },
      signal,
      // Following a redirect would send the message to an address that is not in the configuration.
      redirect: 'manual',
      // A kept connection may be dead. Content that is lost in a dead connection would count as handed over.
      keepalive: false,
      // Certificates are checked even when the environment (NODE_TLS_REJECT_UNAUTHORIZED) disables the check.
      tls: { rejectUnauthorized: true },
    })
  } catch {
    const verdict = content?.handedOver() ? 'unanswered' : 'away'
    throw new DeliveryFailure({ error: signal.aborted ? 'timeout' : 'unreachable', verdict })
  }
  if (response.ok) return response
  const refused = await refuses(response)
  if (!response.bodyUsed) await response.body?.cancel()
  const { status, headers: said } = response
  const verdict = refused ? 'refused' : verdictOn(status, content?.handedOver() ?? false)
  throw new DeliveryFailure({ error: `http_${status}`, verdict, retryAfter: retryAfter(said) })
}

function verdictOn(status: number, handedOver: boolean): Verdict {
  if (comeAgain.includes(status)) return 'away'
  if (status < 500) return 'unwelcome'
  return handedOver && isOpen(status) ? 'unanswered' : 'away'
}

/** The statuses of requests that may succeed later: too slow, too early, too many requests. */
const comeAgain = [408, 425, 429]

/** The statuses from 500 on after which nothing was done: not implemented, unavailable, HTTP version, network login. */
const nothingDone = [501, 503, 505, 511]

/**
 * Whether a status leaves open whether the API used the content (RFC 9110 §15.6). A gateway may fail after it sent the
 * text.
 */
const isOpen = (status: number): boolean => status >= 500 && !nothingDone.includes(status)

/**
 * The content of a request, with a function that returns whether the content was sent. The content is read only when
 * there is a connection and, for https, a valid certificate.
 */
function followed(text: string, owns: () => boolean) {
  const bytes = new TextEncoder().encode(text)
  let left = false
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (!owns())
      return controller.error(new Error('this server is no longer sure that it owns its practices'))
    left = true
    controller.enqueue(bytes)
    controller.close()
  }
  const body = new ReadableStream({ pull }, { highWaterMark: 0 })
  return { body, length: bytes.length, handedOver: () => left }
}

/**
 * The header `Retry-After` in milliseconds (RFC 9110 §10.2.3). The header contains seconds or a date. A date is
 * compared with the `Date` of the response, because the clocks may differ.
 */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return wait > 0 ? wait : undefined
}
