import type { Caller } from '../../domain/caller.ts'
import { conflict, found } from '../../domain/problem.ts'
import type { Site } from '../../domain/site.ts'
import { findMember } from '../../store/access/members.ts'
import { findPasskey, listPasskeys, removePasskey, renamePasskey } from '../../store/access/passkeys.ts'
import { endSessionsOf } from '../../store/access/sessions.ts'
import type { Practice, ReadablePractice } from '../../store/store.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import { addPasskey, requireRoomForPasskey } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import { notAccepted } from '../shared/passkey-use.ts'
import { requireFreshPasskey, requireSession } from '../shared/requirements.ts'

export const browsePasskeys = (practice: ReadablePractice, userId: string) =>
  listPasskeys(practice.read, userId)

/** The two steps by which a signed-in member adds a passkey to their others (RULES §5). */
export function passkeyAdding({ sites, now }: PasskeyDeps) {
  const challenges = new Challenges()
  return {
    /**
     * @throws `passkey_required`. `conflict` when the caller has 50 passkeys, so that the authenticator makes no
     * further one. `misdirected` at a former host of the practice, where no passkey for the present host can be made.
     */
    begin({ read }: ReadablePractice, caller: Caller, site: Site) {
      sites.requireAt(site, read.practiceId)
      requireFreshPasskey(read, caller, now())
      requireRoomForPasskey(read, caller.userId)
      const member = found(findMember(read, caller.userId))
      const existing = listPasskeys(read, caller.userId)
      return registrationOptions(
        sites.of(read.practiceId),
        challenges.begin(caller.auth.id, now()),
        member,
        existing,
      )
    },

    /**
     * Adds the passkey and ends the member's other sessions.
     * @throws `passkey_required`. `conflict` when the caller has 50 passkeys. `validation_failed` when the response is
     * not accepted. The error is not `invalid_authorization`, because the caller's own session is still valid.
     */
    async finish(practice: Practice, caller: Caller, name: string, response: PasskeyResponse) {
      // This check comes before the challenge is used up. When the passkey was used too long ago, the caller can check
      // it and send the same response again.
      requireFreshPasskey(practice.read, caller, now())
      try {
        // The challenge is valid only in the session that began to add the passkey.
        const credential = await challenges.redeem(response, caller.auth.id, now(), (challenge) =>
          verifyRegistration(sites.of(practice.read.practiceId), challenge, response),
        )
        return await practice.write((tx) => {
          const { userId } = caller
          requireFreshPasskey(tx, caller, now())
          const id = addPasskey(tx, userId, name, credential, now())
          const sessionsEnded = endSessionsOf(tx, userId, caller.auth.id)
          if (sessionsEnded > 0)
            tx.record({ kind: 'access', record: { kind: 'member', id: userId }, detail: { sessionsEnded } })
          return found(findPasskey(tx, userId, id))
        })
      } catch (error) {
        throw notAccepted(error)
      }
    },
  }
}

/** Renames a passkey of a member. When the name is the same as before, nothing changes. @throws `not_found`. */
export const editPasskey = (practice: Practice, userId: string, passkeyId: string, name: string) =>
  practice.write((tx) => {
    const before = found(findPasskey(tx, userId, passkeyId))
    if (before.name === name) return before
    renamePasskey(tx, userId, passkeyId, name)
    tx.record({ kind: 'access', record: { kind: 'passkey', id: passkeyId }, detail: { renamed: true } })
    return found(findPasskey(tx, userId, passkeyId))
  })

/**
 * Deletes one of the caller's passkeys and ends their other sessions.
 * @throws `not_found`; `conflict` for the last passkey, without which the caller could not sign in again.
 */
export const deletePasskey = (practice: Practice, caller: Caller, passkeyId: string) =>
  practice.write((tx) => {
    const { userId } = caller
    requireSession(tx, caller)
    found(findPasskey(tx, userId, passkeyId))
    if (listPasskeys(tx, userId).length === 1)
      throw conflict('This is your last passkey. Add another passkey before you remove this one.')
    removePasskey(tx, userId, passkeyId)
    const detail = { sessionsEnded: endSessionsOf(tx, userId, caller.auth.id) }
    tx.record({ kind: 'access', record: { kind: 'passkey', id: passkeyId }, detail })
  })
