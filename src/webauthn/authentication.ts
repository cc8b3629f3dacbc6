import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Credential } from '../domain/credential.ts'
import { refused } from '../domain/problem.ts'
import { ceremonyPatience, type PasskeyResponse } from './challenges.ts'
import { descriptorsOf } from './descriptors.ts'
import { webauthnLibrary } from './library.ts'
import type { RelyingParty } from './relying-party.ts'

/**
 * The options with which a browser uses a passkey for this site (WebAuthn §5.5). `challenge` is in base64url.
 * @param allowed the passkeys that may be used. When it is left out, the options name no passkey,
 * so they do not show who has one.
 */
export const authenticationOptions = async (
  relyingParty: RelyingParty,
  challenge: string,
  allowed: readonly Credential[] = [],
) =>
  (await webauthnLibrary()).generateAuthenticationOptions({
    rpID: relyingParty.rpId(),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: ceremonyPatience,
    userVerification: 'required',
    allowCredentials: descriptorsOf(allowed),
  })

/**
 * Verifies an authenticator's answer to `challenge` (WebAuthn §7.2) and returns its signature counter.
 * @throws `invalid_authorization` when the answer was altered, or comes from another origin or another person. Also when
 * the authenticator did not verify the person, or when its counter runs backwards: then it may be a copy.
 */
export async function verifyAuthentication(
  relyingParty: RelyingParty,
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
    expectedOrigin: relyingParty.origin(),
    expectedRPID: relyingParty.rpId(),
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
