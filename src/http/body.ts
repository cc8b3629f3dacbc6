import { invalid, Problem } from '../domain/problem.ts'
import { countWork, exchangeOf, renewCaller } from './exchange.ts'

/** The largest body a request may carry, in bytes. */
export const bodyLimit = 1024 * 1024
const nestingLimit = 32

/**
 * Reads a request's JSON body, as the `parse` hook of every route that takes one.
 * @throws `payload_too_large`; `unsupported_media_type`; `validation_failed` with path `""` for a body that is empty, is
 * not UTF-8, is not JSON, or is nested deeper than 32 levels.
 */
export async function readJson({ request }: { request: Request }): Promise<unknown> {
  refuseTooLarge(request)
  if (mediaTypeOf(request) !== 'application/json') throw unsupportedMediaType()
  const bytes = await bytesOf(request)
  renewCaller(request)
  if (request.headers.has('idempotency-key')) exchangeOf(request).sent = bytes
  return countWork(request, () => valueIn(bytes))
}

function valueIn(bytes: Uint8Array): unknown {
  const value = parse(decode(bytes))
  if (!nestsWithin(value, nestingLimit)) throw unreadable(`is nested deeper than ${nestingLimit}`)
  return value
}

/** The media type without its parameters. Elysia would not tell it of a body that is empty. */
const mediaTypeOf = ({ headers }: Request): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase()

export const tooLarge = () =>
  new Problem('payload_too_large', `The body is larger than ${bodyLimit / 1024 / 1024} MiB. Send less.`)
export const unsupportedMediaType = () =>
  new Problem('unsupported_media_type', 'The body is not JSON. Send it as application/json.')
const unreadable = (message: string) => invalid([{ path: '', message }])

function refuseTooLarge({ headers }: Request): void {
  if (Number(headers.get('content-length') ?? 0) > bodyLimit) throw tooLarge()
}

/** The bytes of a request's body. @throws `payload_too_large`. */
export function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  refuseTooLarge(request)
  return bytesOf(request)
}

async function bytesOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.headers.has('content-length') || request.body === null)
    return new Uint8Array(await request.arrayBuffer())
  // The client promised no length, so stop reading as soon as the body is too large.
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > bodyLimit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unreadable('is not valid UTF-8')
  }
}

function parse(text: string): unknown {
  if (text === '') throw unreadable('is empty; send a JSON object')
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('is not valid JSON')
  }
}

function nestsWithin(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth === 0) return false
  // `Object.values` takes half a second for an array of 1 MiB.
  const inner: unknown[] = Array.isArray(value) ? value : Object.values(value)
  return inner.every((item) => nestsWithin(item, depth - 1))
}
