/** The first start: an empty database gets its practice, its first owner and that owner's passkey. */
import { newId } from '../../domain/id.ts'
import { packTemplates } from '../../domain/pack.ts'
import { refused } from '../../domain/problem.ts'
import { addPasskey } from '../../store/passkeys.ts'
import { openSession } from '../../store/sessions.ts'
import { Ceremonies, type PasskeyResponse } from '../../webauthn/ceremonies.ts'
import { registrationOptions, verifyRegistration } from '../../webauthn/registration.ts'
import { createPractice, type NewPractice } from '../shared/create-practice.ts'
import type { PasskeyDeps } from '../shared/deps.ts'
import type { SetupLink } from './setup-link.ts'
import type { SetupForm } from './setup-schema.ts'

export interface SetupDeps extends PasskeyDeps {
  readonly setupLink: SetupLink
}

export function setup({ practices, identity, site, setupLink, now }: SetupDeps) {
  const ceremonies = new Ceremonies<{ readonly link: string; readonly practice: NewPractice }>()

  /** @throws `invalid_authorization` for a link that is wrong, old or spent. */
  function checkLink(link: string): void {
    if (!setupLink.isOpen(link, now())) throw refused('the setup link is not open')
    if (!identity.isEmpty()) throw refused('the setup link is spent: there is a practice')
  }

  return {
    checkLink,

    /** Takes the whole form, so that every mistake in it is told of before anybody reaches for a passkey. */
    begin(form: SetupForm) {
      checkLink(form.link)
      const { link, practiceName: name, timezone, pack, workingHours } = form
      const owner = { id: newId(now()), name: form.ownerName, email: form.ownerEmail }
      const practice = { name, timezone, pack: packTemplates[pack], workingHours, owner }
      return registrationOptions(site, ceremonies.begin({ link, practice }, now()), owner, [])
    },

    /** Practice, owner, passkey and session come into being in one transaction, or none of them does. */
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
