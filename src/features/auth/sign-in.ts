import type { Act } from '../../domain/act.ts'
import { authenticationOptions } from '../../webauthn/authentication.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { openSession } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { withPasskey } from '../shared/passkey-use.ts'

/** A sign-in is for nobody in particular until it is answered. */
const subject = ''

/** The way in for a member who has a passkey (RULES §5). */
export function signIn(deps: PasskeyDeps) {
  const { relyingParty, sessionTimes, now } = deps
  const challenges = new Challenges()
  return {
    begin: () => authenticationOptions(relyingParty, challenges.begin(subject, now())),

    /**
     * Verifies the passkey and opens a session for its member.
     * @throws `invalid_authorization` for every reason alike, so that the answer does not show which passkeys exist.
     */
    finish: (act: Act, response: PasskeyResponse, userAgent: string | null) =>
      withPasskey(deps, act, challenges, subject, response, (tx, { userId }) =>
        openSession(tx, userId, userAgent, now(), sessionTimes),
      ),
  }
}
