import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { Failure } from './api.ts'
import { fillIn } from './dialog.ts'
import { usePasskey } from './passkey.ts'

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

/**
 * Asks the member to use their passkey again, because the server wants a recent use of it. The click in the dialog also
 * lets browsers show their window.
 * @throws Failure when the member does not use it.
 */
export async function confirmPasskey(ask: Ask): Promise<void> {
  const done = await fillIn('Use your passkey again', [], 'Use my passkey', check, [
    'Not everybody who sits at this browser may do this. Show with your passkey that it is you.',
  ])
  if (!done)
    throw new Failure(
      'passkey_required',
      'Nothing was done, because you did not use your passkey. Try again.',
    )

  async function check(): Promise<void> {
    const { options } = await ask<{ options: PublicKeyCredentialRequestOptionsJSON }>(
      'POST',
      '/me/passkey-check/options',
    )
    const response = await usePasskey(options, 'Nothing was done')
    await ask('POST', '/me/passkey-check', { response })
  }
}
