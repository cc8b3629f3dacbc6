/**
 * The content codings (RFC 9110 §8.4.1) of answers. A client names the codings that it accepts in `Accept-Encoding`
 * (§12.5.3).
 */
export type Coding = 'br' | 'zstd' | 'gzip'

/** The coding that was chosen for an answer. */
interface CodingChoice<C extends Coding> {
  /** Undefined for an answer that is not compressed. */
  readonly coding: C | undefined
  /** Whether the client refuses an answer that is not compressed, however short it is. */
  readonly always: boolean
}

/**
 * Chooses the offered coding with the highest quality in `Accept-Encoding`. Among equal codings, the first is chosen.
 * `*` stands for every coding but zstd. Zstd is young, so only clients that name it get it. Without the header nothing
 * is compressed.
 */
export function codingFor<C extends Coding>({ headers }: Request, offered: readonly C[]): CodingChoice<C> {
  const qualities = qualitiesIn(headers.get('accept-encoding') ?? '')
  const any = qualities.get('*')
  const plain = qualities.get('identity') ?? (any === 0 ? 0 : undefined)
  let [coding, best]: [C | undefined, number] = [undefined, 0]
  for (const name of offered) {
    const quality = qualities.get(name) ?? (name === 'zstd' ? undefined : any) ?? 0
    if (quality > best) [coding, best] = [name, quality]
  }
  if (plain !== undefined && plain > best) return { coding: undefined, always: false }
  return { coding, always: coding !== undefined && plain === 0 }
}

/** One member of the header's list: a name, and its weight from 0 to 1 with up to three digits (RFC 9110 §12.4.2). */
const member = /^([!#$%&'*+.^`|~\w-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i

type Qualities = ReadonlyMap<string, number>

/** Clients send the same header with each request, so the last header is remembered. */
let last: { readonly header: string; readonly qualities: Qualities } = { header: '', qualities: new Map() }

/**
 * The quality of each coding in the header. Malformed parts are ignored. Of a name given twice, the lower quality
 * counts.
 */
function qualitiesIn(header: string): Qualities {
  if (header === last.header) return last.qualities
  const qualities = new Map<string, number>()
  for (const part of header.split(',')) {
    const match = member.exec(part.trim())
    if (match === null) continue
    const name = match[1]!.toLowerCase()
    qualities.set(name, Math.min(Number(match[2] ?? 1), qualities.get(name) ?? 1))
  }
  last = { header, qualities }
  return qualities
}
