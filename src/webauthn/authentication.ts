import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Credential } from '../domain/credential.ts'
import { refused } from '../domain/problem.ts'
import { ceremonyPatience, type PasskeyResponse } from './challenges.ts'
import { descriptorsOf } from './descriptors.ts'
import { webauthnLibrary } from './library.ts'

/**
 * The options with which a browser uses a passkey for the host `rpId` (WebAuthn §5.5). `challenge` is in base64url.
 * @param allowed the passkeys that may be used. When it is left out, the options name no passkey,
 * so they do not show who has a passkey.
 */
export const authenticationOptions = async (
  rpId: string,
  challenge: string,
  allowed: readonly Credential[] = [],
) =>
  (await webauthnLibrary()).generateAuthenticationOptions({
    rpID: rpId,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: ceremonyPatience,
    userVerification: 'required',
    allowCredentials: descriptorsOf(allowed),
  })

/**
 * Verifies an authenticator's answer to `challenge` (WebAuthn §7.2) and returns its signature counter.
 * @throws `invalid_authorization` when the answer was altered, or comes from another origin or another person. Also
 * when the authenticator did not verify the person, or when its counter runs backwards: then the authenticator may be a
 * copy.
 */
export async function verifyAuthentication(
  { origin, rpId }: { readonly origin: string; readonly rpId: string },
  challenge: string,
  response: PasskeyResponse,
  credential: Credential,
  userId: string,
): Promise<number> {
  const { userHandle } = (response as AuthenticationResponseJSON).response
  if (userHandle !== Buffer.from(userId).toString('base64url'))
    throw refused('the passkey names another person')
  const { verifyAuthenticationResponse } = await webauthnLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: {
      id: credential.credentialId,
      publicKey: new Uint8Array(credential.publicKey),
      counter: credential.counter,
    },
  }).catch((error: unknown) => {
    throw refused(error)
  })
  if (!verified) throw refused('the signature does not verify')
  return authenticationInfo.newCounter
}
