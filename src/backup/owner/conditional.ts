import type { ObjectTerms, SmallObject } from './small-object.ts'
import { StoreAway } from './store-away.ts'

/** Sends one request about the object. @throws StoreAway when there was no answer. */
type Ask = (method: 'GET' | 'PUT', headers: Record<string, string>, body?: string) => Promise<Response>

/** The pause between a write without a condition and the check that nobody has overwritten it, in milliseconds. */
const settleMs = 1_000

/**
 * An object that is written by conditional writes over HTTP (RFC 9110 §13.1). Some stores answer 501 to conditional
 * writes, and some ignore the conditions. With such a store, the object is read before and after each write. So of two
 * writers at the same instant, the first one notices that it was overwritten.
 */
export function conditionalObject(ask: Ask, needs: ObjectTerms['needs']): SmallObject {
  /** Whether the store obeys conditions. Undefined before the first write. */
  let conditional: boolean | undefined

  async function read() {
    const response = await ask('GET', {})
    const text = await response.text()
    if (response.status === 404) return null
    return { text, tag: tagOf(response), ageMs: ageOf(response) }
  }

  async function put(text: string, headers: Record<string, string>): Promise<Response> {
    const response = await ask('PUT', { 'content-type': 'application/json', ...headers }, text)
    await response.body?.cancel()
    return response
  }

  async function writeAndLook(text: string, tag: string | null): Promise<string | null> {
    if (needs === 'conditions') throw new StoreAway('it obeys no conditional writes, which are needed here')
    if (((await read())?.tag ?? null) !== tag) return null
    tagOf(await put(text, {}))
    await Bun.sleep(settleMs)
    const now = await read()
    return now?.text === text ? now.tag : null
  }

  async function writeIf(text: string, tag: string | null): Promise<string | null> {
    const response = await put(text, tag === null ? { 'if-none-match': '*' } : { 'if-match': tag })
    if (response.status === 501) {
      // With `conditions`, a store that has obeyed conditions once gets conditional writes again next time.
      if (needs === 'best effort' || conditional === undefined) conditional = false
      return writeAndLook(text, tag)
    }
    // 404: the object with this tag was deleted.
    const isRefused = isUnmet(response) || (response.status === 404 && tag !== null)
    return isRefused ? null : tagOf(response)
  }

  /**
   * The first write, which also finds out whether the store obeys conditions. To find out, it sends the present object
   * again, on the condition that no object exists. Only a store that ignores conditions accepts this write.
   */
  async function writeFirst(text: string, tag: string | null): Promise<string | null> {
    const there = await read()
    if ((there?.tag ?? null) !== tag) return null
    if (there === null) {
      const written = await writeIf(text, null)
      return written === null || conditional === false ? written : writeFirst(text, written)
    }
    const response = await put(there.text, { 'if-none-match': '*' })
    const next = isUnmet(response) || response.status === 501 ? tag : tagOf(response)
    conditional = isUnmet(response)
    return conditional ? writeIf(text, next) : writeAndLook(text, next)
  }

  return {
    get isConditional() {
      return conditional
    },
    read,
    write(text, tag) {
      if (conditional === undefined) return writeFirst(text, tag)
      return conditional ? writeIf(text, tag) : writeAndLook(text, tag)
    },
  }
}

/** 412: the condition is not met. 409: two processes wrote at the same time, or Azure already has the object. */
const isUnmet = ({ status }: Response): boolean => status === 409 || status === 412

/**
 * The age of the object, in milliseconds; null when the store does not send these headers. The age is the difference of
 * `Date` and `Last-Modified` (RFC 9110 §6.6.1 and §8.8.2), both by the clock of the store.
 */
function ageOf({ headers }: Response): number | null {
  const [now, then] = [headers.get('date'), headers.get('last-modified')].map((text) =>
    Date.parse(text ?? ''),
  )
  const age = now! - then!
  return Number.isNaN(age) ? null : age
}

/** The tag in the answer to a request that succeeded. @throws StoreAway for any other answer. */
function tagOf(response: Response): string {
  const tag = response.headers.get('etag')
  if (!response.ok || tag === null) throw new StoreAway(`it answered ${response.status}`)
  return tag
}
