import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { Failure } from './api.ts'

/** Why this browser cannot use passkeys here, if it cannot. */
export function obstacle(): string | undefined {
  if (browserSupportsWebAuthn()) return undefined
  return isSecureContext
    ? 'This browser cannot use passkeys. Open this page in an up-to-date Chrome, Edge, Firefox or Safari.'
    : 'Passkeys work over a secure connection only. Open this page at its https address.'
}

/** @throws Failure that says what to do. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    throw explained(error, 'No passkey was made')
  }
}

/** @throws Failure that says what to do. */
export async function usePasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw explained(error, 'You are not signed in')
  }
}

/** Browsers tell a refusal, a closed window and a missing passkey apart from nobody: all are `NotAllowedError`. */
function explained(error: unknown, outcome: string): Failure {
  const name = error instanceof Error ? error.name : ''
  return new Failure(name, `${outcome}: ${reasons[name] ?? 'the device could not do it'}. You can try again.`)
}

const reasons: Record<string, string> = {
  NotAllowedError: 'the passkey window was closed, or it took too long',
  AbortError: 'the request was interrupted',
  InvalidStateError: 'this device already has a passkey of yours',
  ConstraintError: 'this device has no screen lock, fingerprint or face set up',
  NotSupportedError: 'this device does not make the kind of passkey that is needed',
  SecurityError: 'this page was not opened at its proper address',
}
