import { type Act, actBy, memberBy } from '../../domain/act.ts'
import { found, refused } from '../../domain/problem.ts'
import { hashSecret } from '../../domain/secrets.ts'
import type { Site } from '../../domain/site.ts'
import { removeEnrolmentLink } from '../../store/access/enrolment-links.ts'
import { findMember, updateMember } from '../../store/access/members.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { findPractice } from '../../store/practice/practice.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import { addPasskey, firstPasskeyName, openSession } from '../shared/access.ts'
import type { PasskeyDeps } from '../shared/deps.ts'

/** The data that finish an enrolment. */
interface Enrolment {
  readonly link: string
  readonly name: string
  readonly response: PasskeyResponse
}

/** Lets in a new member, or a member who lost their passkeys, by a one-time enrolment link (RULES §5). */
export function enrolment({ practices, identity, sites, sessionTimes, now }: PasskeyDeps) {
  const challenges = new Challenges()

  /**
   * Finds the member of a link.
   * @throws `invalid_authorization` when the link is wrong, expired, replaced or used, or the member is not active.
   */
  function invited(link: string, within?: WriteScope) {
    const holder = identity.invitedBy(hashSecret(link), now(), within)
    if (holder === null) throw refused('the enrolment link is not open')
    return holder
  }

  /**
   * Finds the member of a link, and checks that the request was sent to the present host of their practice. A passkey
   * that is made at an earlier host would not work at the present host.
   * @throws `invalid_authorization`; `misdirected` with the present address when the practice has moved.
   */
  function invitedAt(site: Site, link: string) {
    const holder = invited(link)
    const { practiceId } = holder
    if (!site.serves(practiceId)) throw refused('the enrolment link is one of another address')
    sites.requireAt(site, practiceId)
    return holder
  }

  function open(site: Site, link: string) {
    const { practiceId, userId } = invitedAt(site, link)
    const { read } = practices.of(practiceId)
    return { member: found(findMember(read, userId)), practiceName: found(findPractice(read)).name }
  }

  return {
    open,

    /** The options list no existing passkeys, because a new enrolment link removes them. */
    begin(site: Site, link: string, name: string) {
      const { member } = open(site, link)
      const challenge = challenges.begin(subjectOf(link, name), now())
      return registrationOptions(site, challenge, { ...member, name }, [])
    },

    /**
     * Adds the passkey, opens a session and uses up the link, in one transaction. Link and name must be the same as in
     * `begin`. Returns the session and its member.
     */
    async finish(made: Act, site: Site, { link, name, response }: Enrolment, userAgent: string | null) {
      const credential = await challenges.redeem(response, subjectOf(link, name), now(), (challenge) =>
        verifyRegistration(site, challenge, response),
      )
      const holder = invitedAt(site, link)
      const act = actBy(made, memberBy('link', holder.userId))
      return practices.of(holder.practiceId, act).write((tx) => {
        const { practiceId, userId } = invited(link, tx)
        removeEnrolmentLink(tx, userId)
        const member = found(findMember(tx, userId))
        if (member.name !== name) {
          const changes = { name, updatedAt: now() }
          updateMember(tx, userId, changes)
          const after = { ...member, ...changes }
          tx.record({ kind: 'access', record: { kind: 'member', id: userId }, before: member, after })
        }
        addPasskey(tx, userId, firstPasskeyName, credential, now())
        const session = openSession(tx, userId, userAgent, now(), sessionTimes)
        return { member: { practiceId, userId }, session }
      })
    },
  }
}

const subjectOf = (link: string, name: string): string => JSON.stringify([link, name])
