/**
 * The library that makes and checks passkeys. Loading it takes 0.1 seconds and 20 MB, so it is loaded when the first
 * person uses a passkey, and not at each start.
 */
export const webauthnLibrary = async () => {
  await polyfill()
  return await import('@simplewebauthn/server')
}

/** The library's decoders. */
export const webauthnDecoders = async () => {
  await polyfill()
  return await import('@simplewebauthn/server/helpers')
}

/**
 * Both modules of the library need this polyfill before any of their code runs. They import the polyfill themselves.
 * But in an executable of Bun 1.4.5, that import runs after the imports that follow it.
 */
const polyfill = () => import('reflect-metadata')
