import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Credential } from '../domain/credential.ts'
import { refused } from '../domain/problem.ts'
import { ceremonyPatience, type PasskeyResponse } from './ceremonies.ts'
import type { Site } from './site.ts'

interface Person {
  /** Becomes the credential's user handle: it says nothing of the person. */
  readonly id: string
  readonly name: string
  readonly email: string
}

/** What a browser needs to make a passkey for this person: one that is found without a user name, and verifies him. */
export const registrationOptions = (
  site: Site,
  challenge: string,
  person: Person,
  existing: readonly Credential[] = [],
) =>
  generateRegistrationOptions({
    rpName: 'chairside',
    rpID: site.rpId(),
    challenge: Buffer.from(challenge, 'base64url'),
    userID: Buffer.from(person.id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: ceremonyPatience,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: existing.map(({ credentialId, transports }) => ({
      id: credentialId,
      transports: [...transports],
    })),
  })

/**
 * The credential in an authenticator's answer to `challenge` (WebAuthn §7.1).
 * @throws `invalid_authorization` for one that is tampered with, of another origin, or did not verify the person.
 */
export async function verifyRegistration(
  site: Site,
  challenge: string,
  response: PasskeyResponse,
): Promise<Credential> {
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.origin(),
    expectedRPID: site.rpId(),
    requireUserVerification: true,
  }).catch((error: unknown) => {
    throw refused(error)
  })
  if (registrationInfo === undefined) throw refused('the attestation does not verify')
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    // What the browser says of them is a hint: kept as far as it is one.
    transports: transports.filter((transport) => typeof transport === 'string').slice(0, 10),
  }
}
