import type { Act } from '../../domain/act.ts'
import { isAtOrBelow, type Site } from '../../domain/site.ts'
import { listPasskeyHosts } from '../../store/access/passkeys.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { openSession } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { withPasskey } from '../shared/passkey-use.ts'

/**
 * The challenge of a sign-in is made for no particular member, because the server learns the member from the response.
 */
const subject = ''

/** Signs in a member who has a passkey (RULES §5). */
export function signIn(deps: PasskeyDeps) {
  const { practices, sites, sessionTimes, now } = deps
  const challenges = new Challenges()

  /**
   * Returns the hosts whose passkeys work at the practice's host `host`. This host is the first of them. Hosts without
   * a passkey of a member are left out.
   */
  function hostsThatWork(practiceId: string, host: string): string[] {
    const all = listPasskeyHosts(practices.of(practiceId).read).map(({ rpId }) => rpId ?? sites.shared.host)
    const works = [...new Set(all)].filter((rpId) => isAtOrBelow(host, rpId))
    return works.toSorted((a, b) => b.length - a.length)
  }

  return {
    /**
     * A browser can be asked only for the passkeys of one host. So each further try asks for the passkeys of the next
     * host. `nth` is the number of the try, from 0 on.
     */
    async begin({ practiceId, host }: Site, nth: number) {
      const works = practiceId === null ? [] : hostsThatWork(practiceId, host)
      const rpId = works[nth % works.length] ?? host
      return {
        options: await authenticationOptions(rpId, challenges.begin(subject, now())),
        ...(works.length > 1 && { earlier: true }),
        ...(practiceId !== null && sites.hasLeftPasskeys(practiceId) && { left: true }),
      }
    },

    /**
     * Verifies the passkey and opens a session for its member.
     * @throws `invalid_authorization` for every reason, so that the answer does not show which passkeys exist.
     * @throws `misdirected` for a member whose practice has moved to another address.
     */
    finish: (act: Act, site: Site, response: PasskeyResponse, userAgent: string | null) =>
      withPasskey(deps, act, challenges, subject, response, site, (tx, { userId }) =>
        openSession(tx, userId, userAgent, now(), sessionTimes),
      ),
  }
}
