import { ask } from '../../../api/api.ts'
import { reading } from '../../../parts/read.tsx'

/** The member's own passkeys. */
export const passkeys = reading(
  async () => (await ask((api) => api.GET('/api/v1/me/passkeys'))).passkeys,
  ['passkey'],
)

/** The browsers in which the member is signed in. */
export const sessions = reading(
  async () => (await ask((api) => api.GET('/api/v1/me/sessions'))).sessions,
  ['session'],
)

/** Reads both anew: a passkey that is added or removed ends the other sessions. */
export const readBoth = () => Promise.all([passkeys.again(), sessions.again()])
