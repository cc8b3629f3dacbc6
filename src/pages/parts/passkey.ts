import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type { passkey } from '../words/en.ts'
import { mayKeep } from './session.ts'

type Words = typeof passkey

/** A passkey was not made or not used. */
export class PasskeyTrouble extends Error {
  /** Browsers use `NotAllowedError` for a refusal, a closed window and a missing passkey alike. */
  readonly reason: string

  constructor(cause: unknown) {
    super('The passkey could not be used.', { cause })
    this.reason = cause instanceof Error ? cause.name : ''
  }
}

/** What did not happen, why, and what to do, in a sentence. `outcome` says what did not happen. */
export const sayPasskeyTrouble = (words: Words, outcome: string, { reason }: PasskeyTrouble): string =>
  `${outcome}: ${Object.hasOwn(words, reason) ? words[reason as keyof Words] : words.other}. ${words.again}`

/** Why nobody can sign in with this browser here. Undefined when they can. */
export function obstacle(): 'unsupported' | 'insecure' | 'noStorage' | undefined {
  if (!mayKeep()) return 'noStorage'
  if (browserSupportsWebAuthn()) return undefined
  return isSecureContext ? 'unsupported' : 'insecure'
}

/** Makes a passkey on this device. @throws PasskeyTrouble. */
export const createPasskey = (optionsJSON: PublicKeyCredentialCreationOptionsJSON) =>
  startRegistration({ optionsJSON }).catch(troubled)

/** Signs with a passkey of this device. @throws PasskeyTrouble. */
export const usePasskey = (optionsJSON: PublicKeyCredentialRequestOptionsJSON) =>
  startAuthentication({ optionsJSON }).catch(troubled)

function troubled(cause: unknown): never {
  throw new PasskeyTrouble(cause)
}
