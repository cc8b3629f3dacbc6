import { DeliveryFailure } from './delivery.ts'

/**
 * Calls an HTTP API and answers its response when it is a success. For any other response, `refuses` says whether
 * the API refuses the message or its receiver.
 * @throws DeliveryFailure, `refused` for such a refusal. Other failures speak of us or of the API, and may pass.
 */
export async function ask(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  refuses: (response: Response) => boolean | Promise<boolean>,
): Promise<Response> {
  let response: Response
  try {
    // Following a redirect would send the message to an address that is not in the configuration.
    // Certificates are checked also where the environment (NODE_TLS_REJECT_UNAUTHORIZED) says otherwise.
    response = await fetch(url, { ...init, redirect: 'manual', tls: { rejectUnauthorized: true } })
  } catch (error) {
    throw new DeliveryFailure({
      error: init.signal.aborted ? 'timeout' : 'unreachable',
      verdict: notConnected.includes((error as { code?: string }).code ?? '') ? 'away' : 'failed',
    })
  }
  if (response.ok) return response
  const refused = await refuses(response)
  if (!response.bodyUsed) await response.body?.cancel()
  throw new DeliveryFailure({
    error: `http_${response.status}`,
    verdict: refused ? 'refused' : [401, 403].includes(response.status) ? 'away' : 'failed',
    retryAfter: retryAfter(response.headers),
  })
}

/** Codes of connections that were not made: nobody listens, no route, or no such host name. */
const notConnected = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

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
