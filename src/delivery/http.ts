import { DeliveryFailure } from './delivery.ts'

/**
 * Asks an HTTP API and answers its response when that is a success. `refuses` says of any other whether it is the
 * message or its receiver that is refused, and not us.
 * @throws DeliveryFailure: permanent for such a refusal, passing for all else, which somebody can mend.
 */
export async function ask(
  url: string,
  init: RequestInit & { signal: AbortSignal },
  refuses: (response: Response) => boolean | Promise<boolean>,
): Promise<Response> {
  let response: Response
  try {
    // To follow a redirect would send the message to an address that nobody has set.
    response = await fetch(url, { ...init, redirect: 'manual' })
  } catch (error) {
    throw new DeliveryFailure({
      error: init.signal.aborted ? 'timeout' : 'unreachable',
      permanent: false,
      away: notConnected.includes((error as { code?: string }).code ?? ''),
    })
  }
  if (response.ok) return response
  const permanent = await refuses(response)
  if (!response.bodyUsed) await response.body?.cancel()
  throw new DeliveryFailure({
    error: `http_${response.status}`,
    permanent,
    away: [401, 403].includes(response.status),
    retryAfter: retryAfter(response.headers),
  })
}

/** There is nobody at the address, no way to it, or no such name. */
const notConnected = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN']

/** Milliseconds from the header `Retry-After` (RFC 9110 §10.2.3): seconds, or a date, held against their clock. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return wait > 0 ? wait : undefined
}
