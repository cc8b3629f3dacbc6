import type { Act } from '../../domain/act.ts'
import { isAtOrBelow, type Site } from '../../domain/site.ts'
import { listPasskeyHosts } from '../../store/access/passkeys.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { openSession } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { withPasskey } from '../shared/passkey-use.ts'

/** A sign-in is for nobody in particular until it is answered. */
const subject = ''

/** The way in for a member who has a passkey (RULES §5). */
export function signIn(deps: PasskeyDeps) {
  const { practices, sites, sessionTimes, now } = deps
  const challenges = new Challenges()

  /**
   * The hosts whose passkeys work at a host of a practice, its own first. Only those are among them that a passkey of a
   * member belongs to.
   */
  function hostsThatWork(practiceId: string, host: string): string[] {
    const all = listPasskeyHosts(practices.of(practiceId).read).map(({ rpId }) => rpId ?? sites.shared.host)
    const works = [...new Set(all)].filter((rpId) => isAtOrBelow(host, rpId))
    return works.toSorted((a, b) => b.length - a.length)
  }

  return {
    /** A browser is asked for the passkeys of one host only. The `nth` try asks for those of the next one. */
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
     * @throws `invalid_authorization` for every reason alike, so that the answer does not show which passkeys exist.
     * @throws `misdirected` for a member whose practice has moved to another address.
     */
    finish: (act: Act, site: Site, response: PasskeyResponse, userAgent: string | null) =>
      withPasskey(deps, act, challenges, subject, response, site, (tx, { userId }) =>
        openSession(tx, userId, userAgent, now(), sessionTimes),
      ),
  }
}
