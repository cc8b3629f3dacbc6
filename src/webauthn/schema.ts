import { Type } from '@sinclair/typebox'
import { formatInstant } from '../domain/time.ts'
import { answeredInstant, answeredText, named, namedShape, shape, unchecked } from '../http/shape.ts'

/**
 * An authenticator's answer, as a browser sends it (WebAuthn §5.1, `PublicKeyCredential.toJSON`). Unknown fields are
 * accepted, because browsers add fields as the standard grows. The verification checks the fields that it reads.
 */
export const passkeyResponse = named(
  'PasskeyResponse',
  Type.Object(
    {
      id: Type.String({ description: 'The id of the credential, in base64url.', examples: ['…'] }),
      response: Type.Object(
        {
          clientDataJSON: Type.String({
            description: 'What the browser signed, in base64url.',
            examples: ['…'],
          }),
        },
        { additionalProperties: true, description: "The authenticator's answer." },
      ),
    },
    {
      additionalProperties: true,
      description:
        'What `startRegistration` of @simplewebauthn/browser answered. The example shows only the form: a real answer comes from an authenticator.',
      examples: [{ id: '…', rawId: '…', type: 'public-key', response: { clientDataJSON: '…' } }],
    },
  ),
)

/** The options for `navigator.credentials`, as @simplewebauthn/browser takes them. */
export const ceremonyOptions = namedShape(
  'PasskeyOptions',
  'What a browser needs to ask its authenticator. It works for five minutes.',
  {
    options: unchecked<object>({
      type: 'object',
      additionalProperties: true,
      description: 'The `optionsJSON` of `startRegistration` and `startAuthentication`.',
      examples: [{ challenge: '…', rp: { name: 'chairside', id: 'localhost' } }],
    }),
  },
)

/** A session that was just opened. */
export const signedIn = shape({
  token: answeredText('The session token. It is shown here and never again.', 'cs_…'),
  expiresAt: answeredInstant('When the session ends if nobody uses it before. Each use moves the end.'),
})

export const viewSignedIn = ({ token, expiresAt }: { token: string; expiresAt: number }) => ({
  token,
  expiresAt: formatInstant(expiresAt),
})
