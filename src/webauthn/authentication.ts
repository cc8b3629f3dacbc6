import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Credential } from '../domain/credential.ts'
import { refused } from '../domain/problem.ts'
import { ceremonyPatience, type PasskeyResponse } from './ceremonies.ts'
import type { Site } from './site.ts'

/** What a browser needs to offer the passkeys it has for us. It names none: nothing is told of who has one. */
export const authenticationOptions = (site: Site, challenge: string) =>
  generateAuthenticationOptions({
    rpID: site.rpId(),
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: ceremonyPatience,
    userVerification: 'required',
  })

/**
 * The authenticator's signature counter, once its answer to `challenge` is proven (WebAuthn §7.2).
 * @throws `invalid_authorization` for one that is tampered with, of another origin or another person's, did not
 * verify the person, or whose counter runs backwards, as a copied authenticator's would.
 */
export async function verifyAuthentication(
  site: Site,
  challenge: string,
  response: PasskeyResponse,
  credential: Credential,
  userId: string,
): Promise<number> {
  const { userHandle } = (response as AuthenticationResponseJSON).response
  if (userHandle !== Buffer.from(userId).toString('base64url')) throw refused('it names another person')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin(),
    expectedRPID: site.rpId(),
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
