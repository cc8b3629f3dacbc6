import type { Act } from '../../domain/act.ts'
import type { Caller } from '../../domain/caller.ts'
import { badToken, refused } from '../../domain/problem.ts'
import { passkeyFreshMs } from '../../domain/secrets.ts'
import { listPasskeys } from '../../store/access/passkeys.ts'
import { markSessionVerified } from '../../store/access/sessions.ts'
import type { ReadablePractice } from '../../store/store.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { notAccepted, withPasskey } from '../shared/passkey-use.ts'

/** The two steps by which a signed-in member shows once more that it is them (RULES §5). */
export function passkeyCheck(deps: PasskeyDeps) {
  const { relyingParty, now } = deps
  const challenges = new Challenges()
  return {
    begin({ read }: ReadablePractice, { userId, auth }: Caller) {
      const own = listPasskeys(read, userId)
      return authenticationOptions(relyingParty, challenges.begin(auth.id, now()), own)
    },

    /**
     * Records in the caller's session that they used a passkey of theirs. Answers until when this counts, in epoch
     * milliseconds.
     * @throws `validation_failed` when the response is not accepted; `invalid_authorization` when the session has ended.
     */
    async finish(act: Act, { userId, auth }: Caller, response: PasskeyResponse): Promise<number> {
      const done = withPasskey(deps, act, challenges, auth.id, response, (tx, holder) => {
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
