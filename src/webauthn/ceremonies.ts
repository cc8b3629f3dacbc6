import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { refused } from '../domain/problem.ts'

/** How long people have to use their authenticator, in milliseconds. */
export const ceremonyPatience = 5 * 60_000

/** The part of an authenticator's answer that we read ourselves. The library reads the rest. */
export interface PasskeyResponse {
  readonly id: string
  readonly response: { readonly clientDataJSON: string }
}

/**
 * The challenges of one kind of ceremony that wait for an answer. A ceremony is a registration or a use of a passkey
 * (WebAuthn §4). `Subject` is what a challenge was made for.
 *
 * Challenges are kept in memory alone. A ceremony takes seconds, and after a restart a person clicks once more. So
 * nobody can make us write to disk before they have signed in. When too many wait, the oldest are removed. A flood
 * stops a person's ceremony only if it comes within the seconds that the person needs.
 */
export class Ceremonies<Subject> {
  readonly #waiting = new Map<string, { readonly subject: Subject; readonly expiresAt: number }>()
  readonly #mostAtOnce: number

  constructor(mostAtOnce = 10_000) {
    this.#mostAtOnce = mostAtOnce
  }

  /**
   * Makes a challenge of 32 random bytes, in base64url. WebAuthn §13.4.3 asks for 16 bytes or more.
   * @param now epoch milliseconds
   */
  begin(subject: Subject, now: number): string {
    for (const [challenge, { expiresAt }] of this.#waiting) {
      if (expiresAt > now && this.#waiting.size < this.#mostAtOnce) break
      this.#waiting.delete(challenge)
    }
    const challenge = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
    this.#waiting.set(challenge, { subject, expiresAt: now + ceremonyPatience })
    return challenge
  }

  /**
   * Removes and returns the ceremony that a response answers. This comes before any check of the response, so that a
   * challenge works once even when the response is refused.
   * @param now epoch milliseconds
   * @throws `invalid_authorization` when no such challenge waits, or it has expired, or the response comes from a frame
   * of another origin.
   */
  take(response: PasskeyResponse, now: number): { readonly challenge: string; readonly subject: Subject } {
    const { challenge, crossOrigin } = clientDataOf(response)
    const waiting = this.#waiting.get(challenge)
    this.#waiting.delete(challenge)
    if (waiting === undefined) throw refused('no ceremony waits for this challenge')
    if (waiting.expiresAt <= now) throw refused('the challenge has expired')
    // The library accepts this when the browser does not name the page around the frame.
    if (crossOrigin) throw refused('the response was made in a frame of another origin')
    return { challenge, subject: waiting.subject }
  }
}

function clientDataOf({ response }: PasskeyResponse) {
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(response.clientDataJSON)
    return { challenge, crossOrigin }
  } catch (error) {
    throw refused(error)
  }
}
