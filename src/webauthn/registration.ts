import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
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
  existing: readonly Credential[],
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

/** How browsers say an authenticator can be reached; what else they say is no hint to anybody. */
const knownTransports = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable']
/** In bytes (WebAuthn §7.1). */
const longestCredentialId = 1023

/**
 * The credential in an authenticator's answer to `challenge` (WebAuthn §7.1).
 * @throws `invalid_authorization` for one that is tampered with, of another origin, or did not verify the person.
 */
export async function verifyRegistration(
  site: Site,
  challenge: string,
  response: PasskeyResponse,
): Promise<Credential> {
  try {
    return await verified(site, challenge, response as RegistrationResponseJSON)
  } catch (error) {
    throw refused(error)
  }
}

async function verified(
  site: Site,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Credential> {
  requireNoCertificates(response)
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: site.origin(),
    expectedRPID: site.rpId(),
    requireUserVerification: true,
  })
  if (registrationInfo === undefined) throw new Error('the attestation does not verify')
  const { id, publicKey, counter, transports } = registrationInfo.credential
  if (Buffer.byteLength(id, 'base64url') > longestCredentialId)
    throw new Error('its credential id is too long')
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: Array.isArray(transports)
      ? knownTransports.filter((known) => transports.some((transport) => transport === known))
      : [],
  }
}

/** We ask for no attestation. One that brings certificates along, to be walked and looked up, is not an answer. */
function requireNoCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
    throw new Error('it brings an attestation that was not asked for')
}
