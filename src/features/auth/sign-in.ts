import { refused } from '../../domain/problem.ts'
import { findPasskey, markPasskeyUsed } from '../../store/passkeys.ts'
import { authenticationOptions, verifyAuthentication } from '../../webauthn/authentication.ts'
import { Ceremonies, type PasskeyResponse } from '../../webauthn/ceremonies.ts'
import { openSession } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'

/** The way in for a member who has a passkey (RULES §5). */
export function signIn({ practices, identity, site, now }: PasskeyDeps) {
  const ceremonies = new Ceremonies<'sign-in'>()
  return {
    begin: () => authenticationOptions(site, ceremonies.begin('sign-in', now())),

    /**
     * Verifies the passkey and opens a session for its member.
     * @throws `invalid_authorization` for every reason alike, so that the answer does not tell which passkeys exist.
     */
    async finish(response: PasskeyResponse, userAgent: string | null) {
      const { challenge } = ceremonies.take(response, now())
      const holder = identity.holderOfPasskey(response.id)
      if (holder === null) throw refused('no active member has this passkey')
      const { userId, passkeyId } = holder
      const practice = practices.of(holder.practiceId)
      const passkey = findPasskey(practice.read, userId, passkeyId)
      if (passkey === null) throw refused('the passkey was removed')
      const counter = await verifyAuthentication(site, challenge, response, passkey, userId)

      return practice.write((tx) => {
        // The passkey may have been removed, or used elsewhere, while its signature was being checked.
        const current = identity.holderOfPasskey(response.id) && findPasskey(tx, userId, passkeyId)
        if (current === null) throw refused('the passkey was removed meanwhile')
        if (current.counter > 0 && counter <= current.counter) throw refused('the passkey was used meanwhile')
        markPasskeyUsed(tx, current, counter, now())
        return openSession(tx, userId, userAgent, now())
      })
    },
  }
}
