/** Makes and uses passkeys. What goes wrong is told in the language of the desk. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { createPasskey, PasskeyTrouble, sayPasskeyTrouble, usePasskey } from '../../../pages/parts/passkey.ts'
import { Told } from '../../words/say-failure.ts'
import { words } from '../../words/words.ts'

/** Makes a passkey on this device. The API calls its options an object without saying more. @throws Told. */
export const makePasskey = (options: object) =>
  createPasskey(options as PublicKeyCredentialCreationOptionsJSON).catch(tell(words.value.security.notMade))

/** Signs with a passkey of this device. @throws Told. */
export const touchPasskey = (options: object) =>
  usePasskey(options as PublicKeyCredentialRequestOptionsJSON).catch(tell(words.value.security.notDone))

const tell = (outcome: string) => (error: unknown) => {
  throw error instanceof PasskeyTrouble
    ? new Told(sayPasskeyTrouble(words.value.security.passkey, outcome, error))
    : error
}
