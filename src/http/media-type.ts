import { Problem } from '../domain/problem.ts'

export const unsupportedMediaType = (message = 'The body is not JSON. Send it as application/json.') =>
  new Problem('unsupported_media_type', message)

/**
 * Requires that the body of a request has one of some media types, and no coding (RFC 9110 §8.3, §8.4).
 * @param types JSON when left out
 * @param message what to send instead
 * @throws `unsupported_media_type`.
 */
export function requireMediaType(
  { headers }: Request,
  types: readonly string[] = ['application/json'],
  message?: string,
): void {
  const type = (headers.get('content-type') ?? '').split(';', 1)[0]!
  if (!types.includes(plain(type))) throw unsupportedMediaType(message)
  if (plain(headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw unsupportedMediaType('The body is compressed. Send it without Content-Encoding.')
}

const plain = (value: string): string => value.trim().toLowerCase()
