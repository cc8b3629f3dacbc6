import { words } from '../words/words.ts'
import { Failure } from './api.ts'
import { PasskeyTrouble, sayPasskeyTrouble } from './passkey.ts'

/** An error whose message is a sentence for people, in their language. */
export class Told extends Error {}

/** What to tell for an error. An unexpected one is also written to the console. */
export function messageOf(error: unknown): string {
  if (error instanceof Told) return error.message
  const { trouble } = words
  if (error instanceof Failure) {
    if (error.code === 'rate_limited') return trouble.rateLimited(error.retryAfter ?? 60)
    return sentences[error.code] ?? trouble.refused
  }
  console.error(error)
  return trouble.unexpected
}

const { offline, unreadable, unavailable, unexpected } = words.trouble
const sentences: Readonly<Record<string, string>> = {
  offline,
  unreadable,
  unavailable,
  internal_error: unexpected,
}

/** Says why a passkey was not used. `outcome` says what did not happen because of it. */
export const tellPasskey =
  (outcome: string) =>
  (error: unknown): never => {
    throw error instanceof PasskeyTrouble ? new Told(sayPasskeyTrouble(words.passkey, outcome, error)) : error
  }
