import { operatorAct } from '../domain/act.ts'
import { isEmail } from '../domain/email.ts'
import { newId } from '../domain/id.ts'
import { packNames, packTemplates } from '../domain/pack.ts'
import { isTimeZone } from '../domain/time.ts'
import { openEnrolmentLink } from '../features/shared/access.ts'
import { createPractice } from '../features/shared/create-practice.ts'
import { enrolmentUrl } from '../webauthn/links.ts'
import { command, optional, required, UsageError } from './command.ts'
import { sitesOf, withStore } from './store.ts'
import { readName } from './values.ts'

export const practiceCreate = command({
  name: 'practice create',
  summary: 'Creates a practice and its first owner. Prints a link with which the owner makes a passkey.',
  options: {
    name: required('NAME', 'The name of the practice. Patients read it in their messages.'),
    timezone: required('ZONE', 'Its IANA time zone, such as Europe/Berlin.'),
    'owner-name': required('NAME', 'The name of its first owner.'),
    'owner-email': required('EMAIL', 'The e-mail address of its first owner.'),
    pack: optional(packNames.join('|'), 'Which statuses its patients can have. Without it, general.'),
  },
  run: async ({ name, timezone, pack = 'general', ...rest }, { config, now }) => {
    const packName = packNames.find((known) => known === pack)
    if (packName === undefined) throw new UsageError(`--pack must be one of ${packNames.join(', ')}`)
    if (!isTimeZone(timezone))
      throw new UsageError('--timezone must be an IANA time zone, such as Europe/Berlin')
    const email = rest['owner-email']
    if (!isEmail(email)) throw new UsageError('--owner-email must be an e-mail address')
    const practiceId = newId(now())
    const owner = { id: newId(now()), name: readName('owner-name', rest['owner-name']), email }
    const practice = {
      name: readName('name', name),
      timezone,
      pack: packTemplates[packName],
      workingHours: null,
      owner,
    }
    return withStore(config, async (store) => {
      const { identity, practices } = store
      if (identity.membersByEmail(email).length > 0)
        throw new UsageError('--owner-email belongs to a member of a practice already. Use another address')
      const { secret } = await practices.of(practiceId, operatorAct('practice create')).write((tx) => {
        createPractice(tx, practice, now())
        return openEnrolmentLink(tx, owner.id, now())
      })
      return {
        practiceId,
        ownerId: owner.id,
        setupUrl: enrolmentUrl(sitesOf(config, store, now).shared.origin, secret),
      }
    })
  },
})
