import { Failure, type FailureCode, newAddressIn } from '../api/failure.ts'
import { words } from '../words/words.ts'

/** An error with a sentence for people as its message, in their language. */
export class Told extends Error {}

/** Returns a sentence about an error for the person at the desk. An unexpected error is also written to the console. */
export function sayFailure(error: unknown): string {
  const { failures } = words.value
  if (error instanceof Told) return error.message
  if (error instanceof Failure) {
    if (error.code === 'rate_limited') return failures.rateLimited(error.retryAfter ?? 60)
    if (error.code === 'misdirected') return failures.misdirected(newAddressIn(error))
    const name = names[error.code]
    if (name !== undefined) return failures[name]
  }
  console.error(error)
  return failures.unexpected
}

type Sentence = {
  [K in keyof typeof words.value.failures]: (typeof words.value.failures)[K] extends string ? K : never
}[keyof typeof words.value.failures]

const names: Partial<Record<FailureCode, Sentence>> = {
  offline: 'offline',
  unreadable: 'unreadable',
  forbidden: 'forbidden',
  not_found: 'notFound',
  precondition_failed: 'changedMeanwhile',
  conflict: 'conflict',
  validation_failed: 'invalid',
  payload_too_large: 'tooLarge',
  unavailable: 'unavailable',
  internal_error: 'internal',
  passkey_required: 'passkey',
}
