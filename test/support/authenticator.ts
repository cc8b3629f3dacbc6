/**
 * An authenticator in software (WebAuthn §6). It makes P-256 passkeys and signs with them.
 * Tests can make it lie about each claim that the service must check.
 */
import { isoCBOR } from '@simplewebauthn/server/helpers'

export interface Claims {
  /** The origin that the browser claims to be on. */
  readonly origin: string
  /** The site that the authenticator signs for. */
  readonly rpId: string
  readonly challenge: string
  readonly type: string
  readonly userVerified: boolean
  readonly userHandle: string
  readonly counter: number
  readonly credentialId: string
  readonly crossOrigin: boolean
  /** Changes the signed data after it was signed. */
  readonly tamper: boolean
  /** The transports that the browser claims for the authenticator. */
  readonly transports: unknown
  /** The attestation statement. When this claim is left out, there is no attestation. */
  readonly attestation: readonly [format: string, statement: Map<string, unknown>]
}

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}
export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

export interface Authenticator {
  /** Does what `navigator.credentials.create` does. */
  register(options: CreationOptions, lies?: Partial<Claims>): Promise<object>
  /** Does what `navigator.credentials.get` does, with the newest passkey. */
  authenticate(options: RequestOptions, lies?: Partial<Claims>): Promise<object>
}

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

export async function authenticator(origin = 'http://localhost'): Promise<Authenticator> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const credentialId = base64url(crypto.getRandomValues(new Uint8Array(32)))
  let userHandle = ''
  let counter = 0

  return {
    async register(options, lies = {}) {
      userHandle = options.user.id
      const claims = honest('webauthn.create', options.challenge, options.rp.id, lies)
      const key = await crypto.subtle.exportKey('jwk', keys.publicKey)
      const id = Buffer.from(claims.credentialId, 'base64url')
      const data = Buffer.concat([
        authenticatorData(claims, 0x40),
        Buffer.alloc(16),
        uint16(id.length),
        id,
        Buffer.from(
          isoCBOR.encode(
            // COSE (RFC 9053 §2.1): EC2, ES256, P-256 and the point.
            new Map<number, number | Uint8Array>([
              [1, 2],
              [3, -7],
              [-1, 1],
              [-2, new Uint8Array(Buffer.from(key.x!, 'base64url'))],
              [-3, new Uint8Array(Buffer.from(key.y!, 'base64url'))],
            ]),
          ),
        ),
      ])
      const attestation = new Map<string, unknown>([
        ['fmt', claims.attestation[0]],
        ['attStmt', claims.attestation[1]],
        ['authData', new Uint8Array(data)],
      ])
      return credential(claims, {
        clientDataJSON: clientData(claims),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: claims.transports,
      })
    },

    async authenticate(options, lies = {}) {
      const claims = honest('webauthn.get', options.challenge, options.rpId, { counter: ++counter, ...lies })
      const data = authenticatorData(claims, 0)
      const client = clientData(claims)
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
      const signature = derOf(Buffer.from(await crypto.subtle.sign(ecdsa, keys.privateKey, signed)))
      if (claims.tamper) data[36] = (data[36]! + 1) % 256
      return credential(claims, {
        clientDataJSON: client,
        authenticatorData: base64url(data),
        signature: base64url(signature),
        userHandle: claims.userHandle,
      })
    },
  }

  function honest(type: string, challenge: string, rpId: string, lies: Partial<Claims>): Claims {
    const told = { origin, rpId, challenge, type, userVerified: true, userHandle, counter, credentialId }
    const rest = { transports: ['internal'], attestation: ['none', new Map()] } as const
    return { ...told, ...rest, crossOrigin: false, tamper: false, ...lies }
  }
}

const credential = ({ credentialId }: Claims, response: object) => ({
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
  response,
})

const clientData = ({ type, challenge, origin, crossOrigin }: Claims) =>
  base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin })))

/** Authenticator data (WebAuthn §6.1): the site, the flags (present, verified, and `more`) and the signature counter. */
const authenticatorData = ({ rpId, userVerified, counter }: Claims, more: number) =>
  Buffer.concat([
    sha256(Buffer.from(rpId)),
    Buffer.of(0x01 | (userVerified ? 0x04 : 0) | more),
    uint32(counter),
  ])

/** Turns WebCrypto's signature, r followed by s, into the DER sequence that WebAuthn uses (RFC 3279 §2.2.3). */
function derOf(signature: Buffer): Buffer {
  const integers = [signature.subarray(0, 32), signature.subarray(32)].map((half) => {
    const start = half.findIndex((byte) => byte !== 0)
    const digits = half.subarray(start)
    const value = digits[0]! >= 0x80 ? Buffer.concat([Buffer.of(0), digits]) : digits
    return Buffer.concat([Buffer.of(0x02, value.length), value])
  })
  const body = Buffer.concat(integers)
  return Buffer.concat([Buffer.of(0x30, body.length), body])
}

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
