/** Lets in the first owner: an empty database gets a practice, its owner and the owner's passkey (RULES §5). */
import { type Act, actBy, memberBy } from '../../domain/act.ts'
import { newId } from '../../domain/id.ts'
import { packTemplates } from '../../domain/pack.ts'
import { refused } from '../../domain/problem.ts'
import type { WriteScope } from '../../store/engine/scope.ts'
import { Challenges, type PasskeyResponse } from '../../webauthn/challenges.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import { addPasskey, firstPasskeyName, openSession } from '../shared/access.ts'
import { createPractice, type NewPractice } from '../shared/create-practice.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import type { SetupLink } from './setup-link.ts'
import type { SetupForm } from './setup-schema.ts'

export interface SetupDeps extends PasskeyDeps {
  readonly setupLink: SetupLink
}

export function setup({ practices, identity, sites, setupLink, sessionTimes, now }: SetupDeps) {
  const challenges = new Challenges()

  /** @throws `invalid_authorization` when the link is wrong, expired or used. */
  function checkLink(link: string, within?: WriteScope): void {
    if (!setupLink.isOpen(link, now())) throw refused('the setup link is not open')
    if (!identity.isEmpty(within)) throw refused('the setup link was used: there is a practice')
  }

  return {
    checkLink,

    /** Takes the whole form, so that every mistake in it is reported before the owner makes a passkey. */
    begin(form: SetupForm) {
      checkLink(form.link)
      const { owner } = practiceOf(form)
      return registrationOptions(sites.shared, challenges.begin(subjectOf(form), now()), owner, [])
    },

    /**
     * Creates the practice, the owner, the passkey and a session, in one transaction. The form must be the same as in
     * `begin`.
     */
    async finish(
      made: Act,
      { response, ...form }: SetupForm & { readonly response: PasskeyResponse },
      userAgent: string | null,
    ) {
      const credential = await challenges.redeem(response, subjectOf(form), now(), (challenge) =>
        verifyRegistration(sites.shared, challenge, response),
      )
      const act = actBy(made, memberBy('link', setupLink.ownerId))
      return practices.of(newId(now()), act).write((tx) => {
        checkLink(form.link, tx)
        const practice = practiceOf(form)
        createPractice(tx, practice, now())
        addPasskey(tx, practice.owner.id, firstPasskeyName, credential, now())
        return openSession(tx, practice.owner.id, userAgent, now(), sessionTimes)
      })
    },
  }

  function practiceOf({
    practiceName,
    timezone,
    pack,
    workingHours,
    ownerName,
    ownerEmail,
  }: SetupForm): NewPractice {
    const owner = { id: setupLink.ownerId, name: ownerName, email: ownerEmail }
    return { name: practiceName, timezone, pack: packTemplates[pack], workingHours, owner }
  }
}

/** The fields of the form as one text, in a fixed order. The challenge is made for this text. */
const subjectOf = (form: SetupForm): string =>
  JSON.stringify([
    form.link,
    form.practiceName,
    form.timezone,
    form.pack,
    form.workingHours,
    form.ownerName,
    form.ownerEmail,
  ])
