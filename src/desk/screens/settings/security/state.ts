import { api } from '../../../api/api.ts'
import { resource } from '../../../live/resource.ts'

/** The member's own passkeys. */
export const passkeys = resource({
  read: async () => (await api.GET('/api/v1/me/passkeys')).passkeys,
  kinds: ['passkey'],
})

/** The browsers in which the member is signed in. */
export const sessions = resource({
  read: async () => (await api.GET('/api/v1/me/sessions')).sessions,
  kinds: ['session'],
})

/** Reads passkeys and sessions again. A passkey that is added or removed ends the other sessions. */
export const readBoth = () => Promise.all([passkeys.again(), sessions.again()])
