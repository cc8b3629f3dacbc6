import { DeliveryFailure } from './delivery.ts'

/**
 * Asks an HTTP API and answers its response when that is a success.
 * @throws DeliveryFailure: permanent for what the other side refuses as such, passing for a line that fails, for
 * 408, 425, 429 and 5xx, and for 401 and 403, where the refusal is meant for us and not for the message.
 */
export async function ask(url: string, init: RequestInit & { signal: AbortSignal }): Promise<Response> {
  let response: Response
  try {
    // To follow a redirect would send the message to an address that nobody has set.
    response = await fetch(url, { ...init, redirect: 'manual' })
  } catch {
    throw new DeliveryFailure({
      error: init.signal.aborted ? 'timeout' : 'unreachable',
      permanent: false,
    })
  }
  if (response.ok) return response
  await response.body?.cancel()
  const { status } = response
  throw new DeliveryFailure({
    error: `http_${status}`,
    permanent: status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status),
    retryAfter: retryAfter(response.headers),
  })
}

/** Milliseconds from the header `Retry-After` (RFC 9110 §10.2.3): seconds, or a date, held against their clock. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  if (/^\d+$/.test(value)) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return wait > 0 ? wait : undefined
}
