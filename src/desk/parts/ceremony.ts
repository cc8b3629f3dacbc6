/**
 * Asks the browser to make or to use a passkey (WebAuthn §5.1.3, §5.1.4). The server sends and takes bytes as
 * base64url. Not every browser has the functions of the standard that convert options from JSON and answers to JSON.
 */

/** Options without their extensions. Some extensions contain bytes, and the server uses none of these. */
type Given<T> = Omit<T, 'extensions'>

/** Makes a passkey. The error is the browser's own, with its name. */
export async function createPasskey(json: Given<PublicKeyCredentialCreationOptionsJSON>): Promise<object> {
  const { user, excludeCredentials, ...options } = decoded(json)
  const publicKey = {
    ...options,
    user: decodedId(user),
    excludeCredentials: excludeCredentials?.map(decodedId),
  }
  const made = await navigator.credentials.create({
    publicKey,
    signal: onlySignal(),
  } as CredentialCreationOptions)
  const credential = made as PublicKeyCredential
  const { attestationObject, getTransports } = credential.response as AuthenticatorAttestationResponse
  return answerOf(credential, {
    attestationObject: encoded(attestationObject),
    transports: getTransports?.call(credential.response),
  })
}

/** Signs with a passkey. The error is the browser's own, with its name. */
export async function getPasskey(json: Given<PublicKeyCredentialRequestOptionsJSON>): Promise<object> {
  const { allowCredentials, ...options } = decoded(json)
  const publicKey = { ...options, allowCredentials: allowCredentials?.map(decodedId) }
  const used = await navigator.credentials.get({
    publicKey,
    signal: onlySignal(),
  } as CredentialRequestOptions)
  const credential = used as PublicKeyCredential
  const { authenticatorData, signature, userHandle } = credential.response as AuthenticatorAssertionResponse
  return answerOf(credential, {
    authenticatorData: encoded(authenticatorData),
    signature: encoded(signature),
    userHandle: userHandle ? encoded(userHandle) : undefined,
  })
}

/** The request that is open in the browser. A browser can have only one open request. */
let open = new AbortController()

/** Ends the open request. Returns the signal that ends the new request. */
function onlySignal(): AbortSignal {
  open.abort(new DOMException('Another request for a passkey has begun.', 'AbortError'))
  open = new AbortController()
  return open.signal
}

const answerOf = (credential: PublicKeyCredential, response: object) => ({
  id: credential.id,
  rawId: encoded(credential.rawId),
  type: credential.type,
  response: { ...response, clientDataJSON: encoded(credential.response.clientDataJSON) },
  clientExtensionResults: credential.getClientExtensionResults(),
  authenticatorAttachment: credential.authenticatorAttachment ?? undefined,
})

const decoded = <T extends { readonly challenge: string }>({ challenge, ...options }: T) => ({
  ...options,
  challenge: bytesIn(challenge),
})

const decodedId = <T extends { readonly id: string }>({ id, ...rest }: T) => ({ ...rest, id: bytesIn(id) })

const bytesIn = (text: string): Uint8Array =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

const encoded = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
