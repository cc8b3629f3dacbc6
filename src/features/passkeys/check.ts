import type { Act } from '../../domain/act.ts'
import type { Caller } from '../../domain/caller.ts'
import { badToken, refused } from '../../domain/problem.ts'
import { passkeyFreshMs } from '../../domain/secrets.ts'
import { isAtOrBelow, type Site } from '../../domain/site.ts'
import { listPasskeys, type PasskeyRow } from '../../store/access/passkeys.ts'
import { markSessionVerified } from '../../store/access/sessions.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { notAccepted, withPasskey } from '../shared/passkey-use.ts'

/** The two steps by which a signed-in member proves their identity again with a passkey (RULES §5). */
export function passkeyCheck(deps: PasskeyDeps) {
  const { sites, now } = deps
  const challenges = new Challenges()
  return {
    /**
     * A browser can be asked only for the passkeys of one host. The first try asks for passkeys of the host whose
     * passkey was used last, because this browser probably has it. Each further try asks for the passkeys of
     * the next host. `nth` is the number of the try, from 0 on.
     * @throws `misdirected` at a former host of the practice.
     */
    async begin({ read }: ReadablePractice, { userId, auth }: Caller, site: Site, nth: number) {
      sites.requireAt(site, read.practiceId)
      const rpIdOf = (passkey: PasskeyRow) => passkey.rpId ?? sites.shared.host
      const all = listPasskeys(read, userId).toSorted(
        (a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt),
      )
      const works = [...new Set(all.map(rpIdOf))].filter((rpId) => isAtOrBelow(site.host, rpId))
      const rpId = works[nth % works.length] ?? site.host
      const own = all.filter((passkey) => rpIdOf(passkey) === rpId)
      return {
        options: await authenticationOptions(rpId, challenges.begin(auth.id, now()), own),
        ...(works.length > 1 && { earlier: true }),
      }
    },

    /**
     * Records in the caller's session that they used one of their passkeys. Returns until when this counts, in epoch
     * milliseconds.
     * @throws `validation_failed` when the response is not accepted; `invalid_authorization` when the session has
     * ended.
     * @throws `misdirected` at a former host of the practice.
     */
    async finish(act: Act, { userId, auth }: Caller, site: Site, response: PasskeyResponse): Promise<number> {
      const done = withPasskey(deps, act, challenges, auth.id, response, site, (tx, holder) => {
        if (holder.userId !== userId) throw refused('the passkey is another member’s')
        if (!markSessionVerified(tx, userId, auth.id, now())) throw badToken()
        tx.record({ kind: 'access', record: { kind: 'session', id: auth.id } })
        return now() + passkeyFreshMs
      })
      return await done.catch((error: unknown) => {
        throw notAccepted(error)
      })
    },
  }
}
