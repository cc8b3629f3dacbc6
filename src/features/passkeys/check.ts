import type { Act } from '../../domain/act.ts'
import type { Caller } from '../../domain/caller.ts'
import { badToken, refused } from '../../domain/problem.ts'
import { passkeyFreshMs } from '../../domain/secrets.ts'
import { isAtOrBelow } from '../../domain/site.ts'
import { listPasskeys, type PasskeyRow } from '../../store/access/passkeys.ts'
import { markSessionVerified } from '../../store/access/sessions.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { notAccepted, withPasskey } from '../shared/passkey-use.ts'

/** The two steps by which a signed-in member shows once more that it is them (RULES §5). */
export function passkeyCheck(deps: PasskeyDeps) {
  const { sites, now } = deps
  const challenges = new Challenges()
  return {
    begin({ read }: ReadablePractice, { userId, auth }: Caller) {
      const { rpId, own } = usable(
        listPasskeys(read, userId),
        sites.of(read.practiceId).host,
        sites.shared.host,
      )
      return authenticationOptions(rpId, challenges.begin(auth.id, now()), own)
    },

    /**
     * Records in the caller's session that they used a passkey of theirs. Answers until when this counts, in epoch
     * milliseconds.
     * @throws `validation_failed` when the response is not accepted; `invalid_authorization` when the session has ended.
     */
    async finish(act: Act, { userId, auth }: Caller, response: PasskeyResponse): Promise<number> {
      const done = withPasskey(
        deps,
        act,
        challenges,
        auth.id,
        response,
        { serves: () => true },
        (tx, holder) => {
          if (holder.userId !== userId) throw refused('the passkey is another member’s')
          if (!markSessionVerified(tx, userId, auth.id, now())) throw badToken()
          tx.record({ kind: 'access', record: { kind: 'session', id: auth.id } })
          return now() + passkeyFreshMs
        },
      )
      return await done.catch((error: unknown) => {
        throw notAccepted(error)
      })
    },
  }
}

/**
 * The passkeys that work at a host and belong to one host: a browser is asked for those of one host only. Where there are
 * several such hosts, it is that of the passkey used last, which is likely to be the one in this browser.
 */
function usable(all: readonly PasskeyRow[], host: string, shared: string) {
  const rpIdOf = (passkey: PasskeyRow) => passkey.rpId ?? shared
  const [last] = all
    .filter((passkey) => isAtOrBelow(host, rpIdOf(passkey)))
    .toSorted((a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt))
  const rpId = last === undefined ? host : rpIdOf(last)
  return { rpId, own: all.filter((passkey) => rpIdOf(passkey) === rpId) }
}
