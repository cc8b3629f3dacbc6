/** Makes and uses passkeys. What goes wrong is said in the language of the desk. */
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import { failedBy } from '../api/failure.ts'
import { askPlainly } from '../api/plainly.ts'
import { mayKeep } from '../api/session.ts'
import { Told } from '../base/say-failure.ts'
import { loadWords, words } from '../words/words.ts'

/** Why nobody can sign in with this browser here. Undefined when they can. */
export function obstacle(): 'unsupported' | 'insecure' | 'noStorage' | undefined {
  if (!mayKeep()) return 'noStorage'
  if (browserSupportsWebAuthn()) return undefined
  return isSecureContext ? 'unsupported' : 'insecure'
}

/** Makes a passkey on this device. The API calls its options an object without saying more. @throws Told. */
export const makePasskey = (options: object) =>
  startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch((error) =>
    tell(error, 'notMade'),
  )

/** Signs with a passkey of this device. `outcome` is what did not happen where that fails. @throws Told. */
export const touchPasskey = (options: object, outcome: Outcome = 'notDone') =>
  startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch((error) =>
    tell(error, outcome),
  )

/**
 * Signs in with a passkey of this device, and answers the token of the new session. `invalid` says that the server does
 * not know the passkey. @throws Failure, Told.
 */
export async function usePasskey(invalid: string, outcome?: Outcome): Promise<string> {
  try {
    const { options } = await askPlainly<{ options: object }>('POST', '/auth/sign-in/options', {})
    const response = await touchPasskey(options, outcome)
    return (await askPlainly<{ token: string }>('POST', '/auth/sign-in', { response })).token
  } catch (error) {
    throw failedBy(error, 'invalid_authorization') ? new Told(invalid) : error
  }
}

type Outcome = 'notMade' | 'notDone' | 'notSignedIn'

/** Says what did not happen, why, and what to do. Browsers use `NotAllowedError` for a refusal and a missing passkey alike. */
async function tell(error: unknown, outcome: Outcome): Promise<never> {
  // A session that has ended is begun again on any screen.
  await loadWords('entrance')
  const { passkey } = words.value
  const name = error instanceof Error ? error.name : ''
  const why = Object.hasOwn(passkey, name) ? passkey[name as keyof typeof passkey] : passkey.other
  throw new Told(`${passkey[outcome]}: ${why}. ${passkey.again}`)
}
