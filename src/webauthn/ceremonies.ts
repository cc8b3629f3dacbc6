import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import { refused } from '../domain/problem.ts'

/** How long a person may take with his authenticator, in milliseconds. */
export const ceremonyPatience = 5 * 60_000

/** What a browser sends back from its authenticator, as far as we look into it ourselves. */
export interface PasskeyResponse {
  readonly id: string
  readonly response: { readonly clientDataJSON: string }
}

/**
 * The challenges of one kind of ceremony that wait for an answer, each with what it was given out for.
 *
 * They live in memory: a ceremony takes seconds, a restart in its midst costs one more click, and who is not
 * signed in yet has no way to make us write to disk. When too many wait, the oldest make room: whoever floods
 * us would have to do so within the seconds that a person takes.
 */
export class Ceremonies<Subject> {
  readonly #waiting = new Map<string, { readonly subject: Subject; readonly expiresAt: number }>()
  readonly #mostAtOnce: number

  constructor(mostAtOnce = 10_000) {
    this.#mostAtOnce = mostAtOnce
  }

  /** A fresh challenge (WebAuthn §13.4.3 asks for 16 random bytes at least; these are 32), in base64url. */
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
   * Takes the ceremony that a response answers, before anything in the response is believed: whatever comes of
   * it, the challenge is gone, so that a replay finds nothing.
   * @throws `invalid_authorization` when there is none, or it has run out.
   */
  take(response: PasskeyResponse, now: number): { readonly challenge: string; readonly subject: Subject } {
    const { challenge, crossOrigin } = clientDataOf(response)
    const waiting = this.#waiting.get(challenge)
    this.#waiting.delete(challenge)
    if (waiting === undefined) throw refused('its challenge is not one that waits')
    if (waiting.expiresAt <= now) throw refused('its challenge has run out')
    // The library lets this pass where the browser does not name the page around the frame.
    if (crossOrigin) throw refused('it was made in a frame of another origin')
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
