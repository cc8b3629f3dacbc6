import type { Credential } from '../domain/credential.ts'

/** Existing passkeys in the form that options need (WebAuthn §5.8.3). */
export const descriptorsOf = (credentials: readonly Credential[]) =>
  credentials.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] }))
