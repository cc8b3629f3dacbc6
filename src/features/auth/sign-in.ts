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
   * The hosts that the passkeys of a practice's members belong to. `works` are those that work at its own host, and begin with
   * that host where it is one of them. A browser is asked for the passkeys of one host only.
   */
  function hostsOf(practiceId: string, host: string) {
    const all = listPasskeyHosts(practices.of(practiceId).read).map(({ rpId }) => rpId ?? sites.shared.host)
    const works = [...new Set(all)].filter((rpId) => isAtOrBelow(host, rpId))
    return {
      works: works.toSorted((a, b) => b.length - a.length),
      isLeft: all.some((rpId) => !isAtOrBelow(host, rpId)),
    }
  }

  return {
    /** With `earlier`, the options are for the passkeys of an earlier address, if there are any that work here. */
    async begin({ practiceId, host }: Site, earlier: boolean) {
      const { works, isLeft } =
        practiceId === null ? { works: [host], isLeft: false } : hostsOf(practiceId, host)
      const rpId = works[earlier ? 1 : 0] ?? works[0] ?? host
      return {
        options: await authenticationOptions(rpId, challenges.begin(subject, now())),
        ...(works.length > 1 && { earlier: true }),
        ...(isLeft && { left: true }),
      }
    },

    /**
     * Verifies the passkey and opens a session for its member.
     * @throws `invalid_authorization` for every reason alike, so that the answer does not show which passkeys exist.
     * `misdirected` for a good passkey at an earlier address of its practice.
     */
    finish: (act: Act, site: Site, response: PasskeyResponse, userAgent: string | null) =>
      withPasskey(deps, act, challenges, subject, response, site, (tx, { userId }) =>
        openSession(tx, userId, userAgent, now(), sessionTimes),
      ),
  }
}
