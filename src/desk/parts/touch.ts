/** Makes and uses passkeys. What goes wrong is told in the language of the desk. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { createPasskey, PasskeyTrouble, sayPasskeyTrouble, usePasskey } from '../../pages/parts/passkey.ts'
import { Told } from '../base/say-failure.ts'
import { loadSettingsWords, words } from '../words/words.ts'

/** Makes a passkey on this device. The API calls its options an object without saying more. @throws Told. */
export const makePasskey = (options: object) =>
  createPasskey(options as PublicKeyCredentialCreationOptionsJSON).catch(tell('notMade'))

/** Signs with a passkey of this device. @throws Told. */
export const touchPasskey = (options: object) =>
  usePasskey(options as PublicKeyCredentialRequestOptionsJSON).catch(tell('notDone'))

const tell = (outcome: 'notMade' | 'notDone') => async (error: unknown) => {
  if (!(error instanceof PasskeyTrouble)) throw error
  // A session that has ended is begun anew on any screen.
  await loadSettingsWords()
  const { security } = words.value
  throw new Told(sayPasskeyTrouble(security.passkey, security[outcome], error))
}
