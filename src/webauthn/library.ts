/**
 * The library that makes and checks passkeys. Loading it takes 0.1 seconds and 20 MB, so it is loaded when the first
 * person uses a passkey, and not at each start.
 */
export const webauthnLibrary = () => import('@simplewebauthn/server')

/** The library's decoders. */
export const webauthnDecoders = () => import('@simplewebauthn/server/helpers')
