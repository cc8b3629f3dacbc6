import { refused } from '../../domain/problem.ts'
import { findPasskey, markPasskeyUsed } from '../../store/passkeys.ts'
import { openSession } from '../../store/sessions.ts'
import { authenticationOptions, verifyAuthentication } from '../../webauthn/authentication.ts'
import { Ceremonies, type PasskeyResponse } from '../../webauthn/ceremonies.ts'
import type { PasskeyDeps } from '../shared/deps.ts'

export function signIn({ practices, identity, site, now }: PasskeyDeps) {
  const ceremonies = new Ceremonies<'sign-in'>()
  return {
    begin: () => authenticationOptions(site, ceremonies.begin('sign-in', now())),

    /**
     * Opens a session for whoever the passkey proves to be here.
     * @throws `invalid_authorization`, whatever is wrong: the answer tells nobody which passkeys there are.
     */
    async finish(response: PasskeyResponse, userAgent: string | null) {
      const { challenge } = ceremonies.take(response, now())
      const holder = identity.holderOfPasskey(response.id)
      if (holder === null) throw refused('no active member has this passkey')
      const { userId, passkeyId } = holder
      const practice = practices.of(holder.practiceId)
      const passkey = findPasskey(practice.read, userId, passkeyId)
      if (passkey === null) throw refused('the passkey is gone')
      const counter = await verifyAuthentication(site, challenge, response, passkey, userId)

      return practice.write((tx) => {
        // The member may have lost it, or used it elsewhere, while its signature was being checked.
        const current = identity.holderOfPasskey(response.id) && findPasskey(tx, userId, passkeyId)
        if (current === null) throw refused('the passkey was taken away meanwhile')
        if (current.counter > 0 && counter <= current.counter) throw refused('the passkey was used meanwhile')
        markPasskeyUsed(tx, current, counter, now())
        return openSession(tx, userId, userAgent, now())
      })
    },
  }
}
