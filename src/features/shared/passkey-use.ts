import { type Act, actBy, memberBy } from '../../domain/act.ts'
import { Refused, refused } from '../../domain/problem.ts'
import type { Site } from '../../domain/site.ts'
import type { Holder, PasskeyHolder } from '../../store/access/identity.ts'
import { findPasskey, markPasskeyUsed } from '../../store/access/passkeys.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import type { NoPromise } from '../../store/engine/writer.ts'
import { verifyAuthentication } from '../../webauthn/authentication.ts'
import type { Challenges, PasskeyResponse } from '../../webauthn/challenges.ts'
import type { PasskeyDeps } from './deps.ts'

/**
 * Verifies that a member used their passkey, then calls `run` for this member in the transaction that records the
 * use.
 * @param made the act of the request; its actor need not be known yet
 * @param subject what the challenge was made for
 * @param site the host to which the request was sent
 * @throws `invalid_authorization` when the response is refused, or when no active member has the passkey any more.
 * @throws `misdirected` for a valid response at a former host of the practice. The error names the present address of
 * the practice.
 */
export async function withPasskey<T>(
  { practices, identity, sites, now }: PasskeyDeps,
  made: Act,
  challenges: Challenges,
  subject: string,
  response: PasskeyResponse,
  site: Site,
  run: (tx: WriteScope, holder: Holder) => NoPromise<T>,
): Promise<NoPromise<T>> {
  const { holder, counter } = await challenges.redeem(response, subject, now(), async (challenge) => {
    const { holder, passkey } = counted(made, () => {
      const holder = identity.holderOfPasskey(response.id)
      if (holder === null) throw refused('no active member has this passkey')
      if (!site.serves(holder.practiceId)) throw refused('the passkey is one of another address')
      const passkey = findPasskey(practices.of(holder.practiceId).read, holder.userId, holder.passkeyId)
      if (passkey === null) throw refused('the passkey was removed')
      return { holder, passkey }
    })
    const { origin } = site
    const rpId = passkey.rpId ?? sites.shared.host
    const counter = await verifyAuthentication(
      { origin, rpId },
      challenge,
      response,
      passkey,
      holder.userId,
    ).catch((error: unknown) => {
      throw ofHolder(holder, error)
    })
    // Somebody else may soon own a former host and get passkey responses there. So such a response signs nobody in.
    sites.requireAt(site, holder.practiceId)
    return { holder, counter }
  })
  const act = actBy(made, memberBy('passkey', holder.userId, holder.passkeyId))
  return practices.of(holder.practiceId, act).write((tx) => {
    // The passkey may have been removed, or used elsewhere, while its signature was being checked.
    const current =
      identity.holderOfPasskey(response.id, tx) && findPasskey(tx, holder.userId, holder.passkeyId)
    if (current === null) throw refused('the passkey was removed meanwhile')
    if (current.counter > 0 && counter <= current.counter) throw refused('the passkey was used meanwhile')
    markPasskeyUsed(tx, current, counter, now())
    return run(tx, holder)
  })
}

/** Does work for an act that has waited for something, and reports to the act how long this work took. */
function counted<T>({ worked }: Act, work: () => T): T {
  const began = performance.now()
  try {
    return work()
  } finally {
    worked?.(performance.now() - began)
  }
}

/** Returns the error. When it is a refusal, adds the practice and the passkey to it. */
function ofHolder({ practiceId, passkeyId }: PasskeyHolder, error: unknown): unknown {
  if (error instanceof Refused) error.owner = { practiceId, credential: { kind: 'passkey', id: passkeyId } }
  return error
}

/**
 * The error for a member who is signed in. A refused response is then `validation_failed` and not
 * `invalid_authorization`, because the caller's own session is still valid. Any other error stays as it is.
 */
export const notAccepted = (error: unknown): unknown =>
  error instanceof Refused
    ? new Refused(error.cause, 'validation_failed', [
        { path: 'response', message: 'was not accepted; try again' },
      ])
    : error
