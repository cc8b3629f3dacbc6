import { DeliveryFailure } from './delivery.ts'

/** How long an HTTP API may take for one request, in milliseconds. */
export const answerMs = 30_000

/**
 * Calls an HTTP API and answers its response when it is a success. For any other response, `refuses` says whether
 * the API refuses the message or its receiver.
 * @throws DeliveryFailure, `refused` for such a refusal. Every other failure is `away`: it speaks of us, of the API or
 * of the way there. The API may have taken a request that it did not answer.
 */
export async function ask(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  refuses: (response: Response) => boolean | Promise<boolean>,
  waitMs: number,
): Promise<Response> {
  const signal = AbortSignal.any([init.signal, AbortSignal.timeout(waitMs)])
  let response: Response
  try {
    // Following a redirect would send the message to an address that is not in the configuration.
    // Certificates are checked also where the environment (NODE_TLS_REJECT_UNAUTHORIZED) says otherwise.
    response = await fetch(url, { ...init, signal, redirect: 'manual', tls: { rejectUnauthorized: true } })
  } catch {
    throw new DeliveryFailure({ error: signal.aborted ? 'timeout' : 'unreachable', verdict: 'away' })
  }
  if (response.ok) return response
  const refused = await refuses(response)
  if (!response.bodyUsed) await response.body?.cancel()
  throw new DeliveryFailure({
    error: `http_${response.status}`,
    verdict: refused ? 'refused' : 'away',
    retryAfter: retryAfter(response.headers),
  })
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
