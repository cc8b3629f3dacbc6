import { found, refused } from '../../domain/problem.ts'
import { hashSecret } from '../../domain/secret.ts'
import { removeEnrolmentLink } from '../../store/enrolment-links.ts'
import { findMember, updateMember } from '../../store/members.ts'
import { addPasskey } from '../../store/passkeys.ts'
import { findPractice } from '../../store/practice.ts'
import { openSession } from '../../store/sessions.ts'
import { Ceremonies, type PasskeyResponse } from '../../webauthn/ceremonies.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import type { PasskeyDeps } from '../shared/deps.ts'

/** A member's first passkey, or the first after he lost the others, by the one-time link he was given. */
export function enrolment({ practices, identity, site, now }: PasskeyDeps) {
  const ceremonies = new Ceremonies<{ readonly link: string; readonly name: string }>()

  /** @throws `invalid_authorization` for a link that is wrong, old, replaced or spent, or of a member who is not active. */
  function invited(link: string) {
    const holder = identity.invitedBy(hashSecret(link), now())
    if (holder === null) throw refused('the enrolment link is not open')
    return holder
  }

  /** Whom a link is for. */
  function open(link: string) {
    const { practiceId, userId } = invited(link)
    const { read } = practices.of(practiceId)
    return { member: found(findMember(read, userId)), practiceName: found(findPractice(read)).name }
  }

  return {
    open,

    /** A member with a link has no passkeys: making the link took them away. */
    begin(link: string, name: string) {
      const { member } = open(link)
      const challenge = ceremonies.begin({ link, name }, now())
      return registrationOptions(site, challenge, { ...member, name }, [])
    },

    /** The passkey and a session come into being and the link is spent, all or nothing. */
    async finish(response: PasskeyResponse, userAgent: string | null) {
      const { challenge, subject } = ceremonies.take(response, now())
      const credential = await verifyRegistration(site, challenge, response)
      const { practiceId } = invited(subject.link)
      return practices.of(practiceId).write((tx) => {
        const { userId } = invited(subject.link)
        removeEnrolmentLink(tx, userId)
        const member = found(findMember(tx, userId))
        if (member.name !== subject.name) updateMember(tx, userId, { name: subject.name, updatedAt: now() })
        addPasskey(tx, userId, 'First passkey', credential, now())
        return openSession(tx, userId, userAgent, now())
      })
    },
  }
}
