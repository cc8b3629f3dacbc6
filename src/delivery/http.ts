import type { Verdict } from '../domain/reminders/retry.ts'
import { DeliveryFailure } from './delivery.ts'

/** How long an HTTP API may take for one request, in milliseconds. Gateways of mobile networks may be slow. */
export const answerMs = 2 * 60_000

/** How texts leave by an HTTP API. */
export interface Sending {
  /** How long the API may take for one request, in milliseconds. Two minutes when left out. */
  readonly waitMs?: number
  /** Whether this server owns its practices at this moment. No text leaves otherwise. */
  readonly owns?: () => boolean
}

/** A request to an HTTP API. `send` is the content of a POST request. Without it the request is a GET. */
interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly send?: string
  readonly signal: AbortSignal
  /** Whether the content may leave. It is asked when the content is about to leave. */
  readonly owns: () => boolean
}

/**
 * Calls an HTTP API and answers its response when it is a success. For any other response, `refuses` says whether
 * the API refuses the message or its receiver.
 * @throws DeliveryFailure, `refused` for such a refusal, and `unanswered` where the API had the content and gave no
 * answer, or one that leaves open what became of it. `unwelcome` where it refuses us. Every other failure is `away`: it
 * speaks of the API or of the way there.
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
      // A connection that was kept may be dead. The content would be lost in it, and count as handed over.
      keepalive: false,
      // Certificates are checked also where the environment (NODE_TLS_REJECT_UNAUTHORIZED) says otherwise.
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

/** Too slow, too early, too many requests. */
const comeAgain = [408, 425, 429]

/** The statuses from 500 on that say that nothing was done: not known, away for now, not this version, not let through. */
const nothingDone = [501, 503, 505, 511]

/** Whether a status leaves open what became of the content (RFC 9110 §15.6). A gateway may fail after it sent the text. */
const isOpen = (status: number): boolean => status >= 500 && !nothingDone.includes(status)

/**
 * The content of a request, which knows whether it left. It is read only when there is a connection and, for https, a
 * good certificate.
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
 * The header `Retry-After` in milliseconds (RFC 9110 §10.2.3). It holds seconds or a date. A date is compared with
 * the `Date` of the response, because the clocks may differ.
 */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return wait > 0 ? wait : undefined
}
