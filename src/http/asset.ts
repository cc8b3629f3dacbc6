/** Files that are the same for every caller. Each is compressed once, and sent again only when it has changed. */
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isKnown } from './conditions.ts'

export interface Asset {
  readonly type: string
  readonly etag: string
  readonly plain: Uint8Array<ArrayBuffer>
  /** By content coding (RFC 9110 §8.4.1). Empty for what is compressed by nature. */
  readonly compressed: Readonly<Partial<Record<Coding, Uint8Array<ArrayBuffer>>>>
}

/** The best one first. */
const codings = ['br', 'gzip'] as const
type Coding = (typeof codings)[number]

/** Gets something ready to be sent. The compressing happens beside the event loop. */
export async function prepareAsset(content: string | Uint8Array, type: string): Promise<Asset> {
  const plain = new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  // The tag is weak (RFC 9110 §8.8.1): all codings share it.
  const etag = `W/"${Bun.hash(plain).toString(36)}"`
  if (type.startsWith('image/')) return { type, etag, plain, compressed: {} }
  const [br, gz] = await Promise.all([
    // A higher quality takes seconds to save a tenth.
    compressed((done) => brotliCompress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }, done)),
    compressed((done) => gzip(plain, { level: 9 }, done)),
  ])
  return { type, etag, plain, compressed: { br, gzip: gz } }
}

const compressed = (compress: (done: (error: Error | null, bytes: Uint8Array) => void) => void) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) =>
    compress((error, bytes) => (error ? reject(error) : resolve(new Uint8Array(bytes)))),
  )

/** The answer to a request for this asset: 304 without a body where the client has it already. */
export function sendAsset(request: Request, asset: Asset, headers: Record<string, string>): Response {
  const always = { ...headers, etag: asset.etag, vary: 'accept-encoding', 'cache-control': 'no-cache' }
  if (isKnown(request, asset.etag)) return new Response(null, { status: 304, headers: always })
  const coding = codings.find((coding) => asset.compressed[coding] && accepts(request, coding))
  return new Response(coding ? asset.compressed[coding]! : asset.plain, {
    headers: { ...always, 'content-type': asset.type, ...(coding && { 'content-encoding': coding }) },
  })
}

/** `Accept-Encoding` (RFC 9110 §12.5.3), where a quality of 0 means no. */
function accepts(request: Request, coding: Coding): boolean {
  const offers = (request.headers.get('accept-encoding') ?? '').toLowerCase().split(',')
  const qualities = offers.map((offer) => {
    const [name = '', ...parameters] = offer.split(';').map((part) => part.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1'
    return [name, Number(quality) > 0] as const
  })
  const named = new Map(qualities)
  return named.get(coding) ?? named.get('*') ?? false
}
