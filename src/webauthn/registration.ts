import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Credential } from '../domain/credential.ts'
import { refused } from '../domain/problem.ts'
import type { PracticeAddress } from '../domain/site.ts'
import { ceremonyPatience, type PasskeyResponse } from './challenges.ts'
import { descriptorsOf } from './descriptors.ts'
import { webauthnDecoders, webauthnLibrary } from './library.ts'

interface Person {
  /** Becomes the credential's user handle (WebAuthn §4). It holds nothing about the person. */
  readonly id: string
  readonly name: string
  readonly email: string
}

/**
 * The options with which a browser makes a passkey for a person (WebAuthn §5.4). The passkey needs no user name, and
 * it verifies the person at each use. `challenge` is in base64url.
 * @param existing the person's passkeys, so that an authenticator does not make a second passkey
 */
export const registrationOptions = async (
  address: PracticeAddress,
  challenge: string,
  person: Person,
  existing: readonly Credential[],
) =>
  (await webauthnLibrary()).generateRegistrationOptions({
    rpName: 'chairside',
    rpID: address.host,
    challenge: Buffer.from(challenge, 'base64url'),
    userID: Buffer.from(person.id),
    userName: person.email,
    userDisplayName: person.name,
    timeout: ceremonyPatience,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: descriptorsOf(existing),
  })

/** The names of transports that we keep (WebAuthn §5.8.4; `cable` is the old name of `hybrid`). We drop other names. */
const knownTransports = ['usb', 'nfc', 'ble', 'smart-card', 'hybrid', 'internal', 'cable']
/** The most bytes that a credential id may have (WebAuthn §7.1). */
const longestCredentialId = 1023

/**
 * Verifies an authenticator's answer to `challenge` (WebAuthn §7.1) and returns the new credential.
 * @throws `invalid_authorization` when the answer was altered or comes from another origin. Also when the authenticator
 * did not verify the person, or sent certificates.
 */
export async function verifyRegistration(
  address: PracticeAddress,
  challenge: string,
  response: PasskeyResponse,
): Promise<Credential> {
  try {
    return await verified(address, challenge, response as RegistrationResponseJSON)
  } catch (error) {
    throw refused(error)
  }
}

async function verified(
  address: PracticeAddress,
  challenge: string,
  response: RegistrationResponseJSON,
): Promise<Credential> {
  await requireNoCertificates(response)
  const { verifyRegistrationResponse } = await webauthnLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: challenge,
    expectedOrigin: address.origin,
    expectedRPID: address.host,
    requireUserVerification: true,
  })
  if (registrationInfo === undefined) throw new Error('the attestation does not verify')
  const { id, publicKey, counter, transports } = registrationInfo.credential
  if (Buffer.byteLength(id, 'base64url') > longestCredentialId)
    throw new Error('the credential id is too long')
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    counter,
    transports: Array.isArray(transports)
      ? knownTransports.filter((known) => transports.some((transport) => transport === known))
      : [],
    rpId: address.host,
  }
}

/**
 * We do not ask for an attestation, and refuse a response with certificates. The library would follow the certificates
 * and look them up.
 */
async function requireNoCertificates({ response }: RegistrationResponseJSON): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await webauthnDecoders()
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  if (format !== 'none' && (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined))
    throw new Error('the response has an attestation that was not asked for')
}
