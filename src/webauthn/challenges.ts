import { refused } from '../domain/problem.ts'
import { webauthnDecoders } from './library.ts'

/** How long people have to use their authenticator, in milliseconds. */
export const ceremonyPatience = 5 * 60_000

/** The part of an authenticator's answer that we read ourselves. The library reads the rest. */
export interface PasskeyResponse {
  readonly id: string
  readonly response: { readonly clientDataJSON: string }
}

const randomBytes = 32
const expiryBytes = 6
const macBytes = 32

/**
 * The challenges of one kind of ceremony. A ceremony is a registration or a use of a passkey (WebAuthn §4).
 *
 * A challenge contains its expiry and an HMAC (RFC 2104), so the server stores nothing for open challenges. However
 * many strangers ask for a challenge, nobody's challenge is lost. The key is made at the start and stays in memory:
 * after a restart a person clicks once more. Each kind of ceremony has its own key, so a challenge is valid for only
 * one kind.
 *
 * The subject of a challenge is what it was made for, such as a form. The HMAC covers the subject, and the client sends
 * the same subject again with its answer.
 */
export class Challenges {
  readonly #key = crypto.getRandomValues(new Uint8Array(32))
  readonly #used = new RecentlyUsed()

  /** How many used challenges are remembered. */
  get remembered(): number {
    return this.#used.size
  }

  /**
   * Makes a challenge, in base64url. It begins with 32 random bytes: WebAuthn §13.4.3 asks for 16 or more.
   * @param now epoch milliseconds
   */
  begin(subject: string, now: number): string {
    const signed = Buffer.alloc(randomBytes + expiryBytes)
    crypto.getRandomValues(signed.subarray(0, randomBytes))
    signed.writeUIntBE(now + ceremonyPatience, randomBytes, expiryBytes)
    return Buffer.concat([signed, this.#mac(signed, subject)]).toString('base64url')
  }

  /**
   * Checks the challenge that a response answers, and then the response by `verify`, which gets the challenge. A
   * challenge is valid for one response that `verify` accepts. Only the challenge of such a response is remembered, so
   * strangers cannot fill the memory.
   * @param now epoch milliseconds
   * @throws `invalid_authorization` when the challenge is not ours, is for another subject, has expired or was used.
   * Also when the response comes from a frame of another origin. Also what `verify` throws.
   */
  async redeem<T>(
    response: PasskeyResponse,
    subject: string,
    now: number,
    verify: (challenge: string) => Promise<T>,
  ): Promise<T> {
    const { challenge, crossOrigin } = await clientDataOf(response)
    const expiresAt = this.#expiryOf(challenge, subject)
    if (expiresAt === undefined) throw refused('the challenge is not ours, or is for something else')
    if (expiresAt <= now) throw refused('the challenge has expired')
    // The library accepts such a response when the browser does not name the page around the frame.
    if (crossOrigin) throw refused('the response was made in a frame of another origin')
    if (this.#used.has(challenge)) throw used()
    const verified = await verify(challenge)
    // Another response may have used the challenge during the verification.
    if (this.#used.has(challenge)) throw used()
    this.#used.add(challenge, now)
    return verified
  }

  /** When a challenge of ours for this subject expires, in epoch milliseconds; undefined for every other text. */
  #expiryOf(challenge: string, subject: string): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url')
    // A challenge has only one valid spelling. The decoder is lenient and also reads other spellings.
    if (bytes.length !== randomBytes + expiryBytes + macBytes || bytes.toString('base64url') !== challenge)
      return undefined
    const signed = bytes.subarray(0, randomBytes + expiryBytes)
    const mac = bytes.subarray(randomBytes + expiryBytes)
    if (!crypto.timingSafeEqual(mac, this.#mac(signed, subject))) return undefined
    return signed.readUIntBE(randomBytes, expiryBytes)
  }

  #mac(signed: Uint8Array, subject: string): Buffer {
    return new Bun.CryptoHasher('sha256', this.#key).update(signed).update(subject).digest()
  }
}

/**
 * Remembers challenges until they have expired, in a newer and an older set. The older set is dropped without a search.
 */
class RecentlyUsed {
  #newer = new Set<string>()
  #older = new Set<string>()
  #turnsAt = 0

  get size(): number {
    return this.#newer.size + this.#older.size
  }

  has(challenge: string): boolean {
    return this.#newer.has(challenge) || this.#older.has(challenge)
  }

  add(challenge: string, now: number): void {
    if (now >= this.#turnsAt) {
      // A set has the challenges that were used within one `ceremonyPatience`. After that time again, all have expired.
      this.#older = now < this.#turnsAt + ceremonyPatience ? this.#newer : new Set()
      this.#newer = new Set()
      this.#turnsAt = now + ceremonyPatience
    }
    this.#newer.add(challenge)
  }
}

const used = () => refused('the challenge was used already')

async function clientDataOf({ response }: PasskeyResponse) {
  const { decodeClientDataJSON } = await webauthnDecoders()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    // The library only decodes the text. A stranger may send any JSON.
    if (typeof challenge !== 'string') throw new Error('the client data names no challenge')
    return { challenge, crossOrigin }
  } catch (error) {
    throw refused(error)
  }
}
