import { Type } from '@sinclair/typebox'
import { formatInstant } from '../domain/time.ts'
import { answeredInstant, shape, unchecked } from '../http/shape.ts'

/**
 * An authenticator's answer, as a browser sends it (WebAuthn §5.1, `PublicKeyCredential.toJSON`). Unknown fields are
 * accepted, because browsers add fields as the standard grows. The verification checks the fields that it reads.
 */
export const passkeyResponse = Type.Object(
  {
    id: Type.String(),
    response: Type.Object({ clientDataJSON: Type.String() }, { additionalProperties: true }),
  },
  {
    additionalProperties: true,
    description: 'What `startRegistration` or `startAuthentication` answered.',
    examples: [{ id: '…', rawId: '…', type: 'public-key', response: { clientDataJSON: '…' } }],
  },
)

/** The options for `navigator.credentials`, as @simplewebauthn/browser takes them. */
export const ceremonyOptions = shape({ options: unchecked<object>({ type: 'object' }) })

/** A session that was just opened. */
export const signedIn = shape({
  token: Type.String({ description: 'The session token: shown here and never again.' }),
  expiresAt: answeredInstant({ description: 'When it ends unless it is used.' }),
})

export const viewSignedIn = ({ token, expiresAt }: { token: string; expiresAt: number }) => ({
  token,
  expiresAt: formatInstant(expiresAt),
})
