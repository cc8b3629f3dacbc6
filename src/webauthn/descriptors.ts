import type { Credential } from '../domain/credential.ts'

/** How options name passkeys that exist (WebAuthn §5.8.3). */
export const descriptorsOf = (credentials: readonly Credential[]) =>
  credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }))
