/** Files that are the same for every caller. Each is compressed once, and sent again only when it has changed. */
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, codingFor } from './coding.ts'
import { knownAs } from './conditions.ts'

export interface Asset {
  readonly type: string
  readonly etag: string
  readonly plain: Uint8Array<ArrayBuffer>
  /** The compressed forms that were made so far, by content coding (RFC 9110 §8.4.1). */
  readonly compressed: Map<AssetCoding, Promise<Uint8Array<ArrayBuffer>>>
}

/** The codings that are offered, the preferred one first. */
const codings = ['br', 'gzip'] as const
type AssetCoding = (typeof codings)[number] & Coding

/** Up to this length in bytes, Brotli at its best quality takes at most half a second. */
const mostForBest = 256 * 1024

/** Makes an asset from its content. `brotli` is the same content, compressed beforehand with Brotli, in Base64. */
export function prepareAsset(content: string | Uint8Array, type: string, brotli?: string): Asset {
  const plain = new Uint8Array(typeof content === 'string' ? new TextEncoder().encode(content) : content)
  // The tag is weak (RFC 9110 §8.8.1): all codings share it.
  const etag = `W/"${Bun.hash(plain).toString(36)}"`
  const compressed: Asset['compressed'] = new Map()
  if (brotli !== undefined) compressed.set('br', Promise.resolve(Uint8Array.fromBase64(brotli)))
  return { type, etag, plain, compressed }
}

/** The asset in a coding. It is compressed at the first request for the coding, without blocking the event loop. */
function compressedIn(coding: AssetCoding, { plain, compressed }: Asset): Promise<Uint8Array<ArrayBuffer>> {
  const known = compressed.get(coding)
  if (known !== undefined) return known
  const made = compress(coding, plain)
  compressed.set(coding, made)
  // After a failure, the next request tries again.
  made.catch(() => compressed.delete(coding))
  return made
}

/** Compresses bytes as well as their length allows, without blocking the event loop. */
export const compress = (coding: AssetCoding, plain: Uint8Array) =>
  new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    const done = (error: Error | null, bytes: Uint8Array) =>
      error ? reject(error) : resolve(new Uint8Array(bytes))
    const quality = plain.length > mostForBest ? 9 : constants.BROTLI_MAX_QUALITY
    if (coding === 'br')
      brotliCompress(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }, done)
    else gzip(plain, { level: 9 }, done)
  })

/**
 * The answer to a request for this asset: 304 without a body when the client has it already. The client asks each time,
 * unless `headers` contain another `cache-control`.
 */
export async function sendAsset(
  request: Request,
  asset: Asset,
  headers: Record<string, string>,
): Promise<Response> {
  const always = { 'cache-control': 'no-cache', ...headers, etag: asset.etag, vary: 'accept-encoding' }
  if (knownAs(request, asset.etag) !== undefined) return new Response(null, { status: 304, headers: always })
  const coding = asset.type.startsWith('image/') ? undefined : codingFor(request, codings).coding
  return new Response(coding ? await compressedIn(coding, asset) : asset.plain, {
    headers: { ...always, 'content-type': asset.type, ...(coding && { 'content-encoding': coding }) },
  })
}
