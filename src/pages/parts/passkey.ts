import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { Failure } from './api.ts'

/** Why this browser cannot use passkeys here. Undefined when it can. */
export function obstacle(): string | undefined {
  if (browserSupportsWebAuthn()) return undefined
  return isSecureContext
    ? 'This browser cannot use passkeys. Open this page in an up-to-date Chrome, Edge, Firefox or Safari.'
    : 'Passkeys work over a secure connection only. Open this page at its https address.'
}

/** Makes a passkey on this device. @throws Failure that says what to do. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  try {
    return await startRegistration({ optionsJSON })
  } catch (error) {
    throw explained(error, 'No passkey was made')
  }
}

/**
 * Signs with a passkey of this device.
 * @param outcome what a failure means for the member, to begin its message with
 * @throws Failure that says what to do.
 */
export async function usePasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON, outcome: string) {
  try {
    return await startAuthentication({ optionsJSON })
  } catch (error) {
    throw explained(error, outcome)
  }
}

/** Browsers use `NotAllowedError` for a refusal, a closed window and a missing passkey alike. */
function explained(error: unknown, outcome: string): Failure {
  const name = error instanceof Error ? error.name : ''
  return new Failure(
    name,
    `${outcome}: ${reasons[name] ?? 'the device could not use a passkey'}. You can try again.`,
  )
}

const reasons: Record<string, string> = {
  NotAllowedError: 'the passkey window was closed, or it took too long',
  AbortError: 'the request was interrupted',
  InvalidStateError: 'this device already has a passkey of yours',
  ConstraintError: 'this device has no screen lock, fingerprint or face set up',
  NotSupportedError: 'this device cannot make the kind of passkey that is needed',
  SecurityError: 'this page was opened at a wrong address',
}
