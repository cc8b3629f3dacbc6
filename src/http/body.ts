import type { TSchema } from '@sinclair/typebox'
import { invalid, Problem } from '../domain/problem.ts'
import { countWork, exchangeOf, renewCaller } from './exchange.ts'
import { requireModest } from './json-size.ts'
import { requireMediaType } from './media-type.ts'

/** The most bytes of a body without long texts. */
export const ordinaryLimit = 64 * 1024
/** The most bytes of a body that may hold the text of a note. */
export const longTextLimit = 1024 * 1024
/** The most bytes that the page of a patient sends. */
export const patientPageLimit = 16 * 1024
/** How long a body may take to arrive, in milliseconds. */
export const arrivalPatience = 30_000

/** The most bytes of a body with this schema. The number follows from the longest text that the schema allows. */
export const limitFor = (schema: TSchema): number =>
  longestText(schema) * bytesOfUnit > ordinaryLimit ? longTextLimit : ordinaryLimit

/** The length of a UTF-16 code unit that is escaped in JSON, such as `\u0007`. */
const bytesOfUnit = 6

function longestText(schema: TSchema): number {
  const { maxLength = 0, properties = {}, items, anyOf = [] } = schema
  const inner: TSchema[] = [...Object.values<TSchema>(properties), ...anyOf, ...(items ? [items] : [])]
  return Math.max(maxLength, ...inner.map(longestText))
}

/**
 * The `parse` hook of every route with a JSON body. It reads the bytes of the body.
 * @throws the problems of `readBytes`; `unsupported_media_type`.
 */
export const receiveJson =
  (mostBytes: number) =>
  async ({ request }: { request: Request }): Promise<Uint8Array> => {
    refuseTooLarge(request, mostBytes)
    requireMediaType(request)
    const bytes = await arrived(request, mostBytes)
    countWork(request, () => renewCaller(request))
    if (request.headers.has('idempotency-key')) exchangeOf(request).sent = bytes
    return bytes
  }

/**
 * The JSON value in the bytes of a body.
 * @throws `validation_failed` with path `""` for a body that is empty, not UTF-8 or not JSON. Also for a body that is
 * nested deeper than 32 levels, or holds more than 20,000 values.
 */
export function valueIn(bytes: Uint8Array): unknown {
  if (bytes.length === 0) throw unreadable('is empty; send a JSON object')
  // A parsed value takes many times the memory of its bytes, so too many values are refused before parsing.
  // Counting them takes far less time than decoding the bytes.
  requireModest(bytes)
  const text = decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable('is not valid JSON')
  }
}

export const tooLarge = (mostBytes: number) =>
  new Problem('payload_too_large', `The body is larger than ${mostBytes / 1024} KiB. Send less.`)
const unreadable = (message: string) => invalid([{ path: '', message }])

function refuseTooLarge({ headers }: Request, mostBytes: number): void {
  if (Number(headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes)
}

/**
 * The bytes of a request's body.
 * @throws `payload_too_large`; `validation_failed` with path `""` for a body that does not arrive within 30 seconds.
 */
export function readBytes(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  refuseTooLarge(request, mostBytes)
  return arrived(request, mostBytes)
}

const arrived = (request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> =>
  inTime(bytesOf(request, mostBytes), arrivalPatience, () => unreadable(tooSlow))

/** Waits for `arrival` at most `ms` milliseconds, and returns its result. @throws the problem that `late` makes. */
export async function inTime<T>(arrival: Promise<T>, ms: number, late: () => Problem): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(late()), ms)
  try {
    return await Promise.race([arrival, promise])
  } finally {
    clearTimeout(timer)
  }
}

const tooSlow = `did not arrive within ${arrivalPatience / 1000} seconds; send it again`

async function bytesOf(request: Request, mostBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.headers.has('content-length') || request.body === null)
    return new Uint8Array(await request.arrayBuffer())
  // The client promised no length, so stop reading as soon as the body is too large.
  const collected = new Bun.ArrayBufferSink()
  collected.start({ asUint8Array: true })
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > mostBytes) throw tooLarge(mostBytes)
    // A client can send each byte as a chunk of its own. A list of such chunks would be far larger than the body.
    collected.write(chunk)
  }
  return collected.end() as Uint8Array<ArrayBuffer>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw unreadable('is not valid UTF-8')
  }
}
