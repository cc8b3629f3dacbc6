/** The way in for the first owner: an empty database gets a practice, its owner and the owner's passkey (RULES §5). */
import { newId } from '../../domain/id.ts'
import { packTemplates } from '../../domain/pack.ts'
import { refused } from '../../domain/problem.ts'
import { Ceremonies, type PasskeyResponse } from '../../webauthn/ceremonies.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import { addPasskey, openSession } from '../shared/access.ts'
import { createPractice, type NewPractice } from '../shared/create-practice.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import type { SetupLink } from './setup-link.ts'
import type { SetupForm } from './setup-schema.ts'

export interface SetupDeps extends PasskeyDeps {
  readonly setupLink: SetupLink
}

export function setup({ practices, identity, site, setupLink, now }: SetupDeps) {
  const ceremonies = new Ceremonies<{ readonly link: string; readonly practice: NewPractice }>()

  /** @throws `invalid_authorization` when the link is wrong, expired or used. */
  function checkLink(link: string): void {
    if (!setupLink.isOpen(link, now())) throw refused('the setup link is not open')
    if (!identity.isEmpty()) throw refused('the setup link was used: there is a practice')
  }

  return {
    checkLink,

    /** Takes the whole form, so that every mistake in it is reported before the owner makes a passkey. */
    begin(form: SetupForm) {
      checkLink(form.link)
      const { link, practiceName: name, timezone, pack, workingHours } = form
      const owner = { id: newId(now()), name: form.ownerName, email: form.ownerEmail }
      const practice = { name, timezone, pack: packTemplates[pack], workingHours, owner }
      return registrationOptions(site, ceremonies.begin({ link, practice }, now()), owner, [])
    },

    /** Creates the practice, the owner, the passkey and a session, in one transaction. */
    async finish(response: PasskeyResponse, userAgent: string | null) {
      const { challenge, subject } = ceremonies.take(response, now())
      const credential = await verifyRegistration(site, challenge, response)
      return practices.of(newId(now())).write((tx) => {
        checkLink(subject.link)
        createPractice(tx, subject.practice, now())
        const userId = subject.practice.owner.id
        addPasskey(tx, userId, 'First passkey', credential, now())
        return openSession(tx, userId, userAgent, now())
      })
    },
  }
}
