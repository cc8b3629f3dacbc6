import { operatorAct } from '../domain/act.ts'
import { isEmail } from '../domain/email.ts'
import { newId } from '../domain/id.ts'
import { packNames, packTemplates } from '../domain/pack.ts'
import { isTimeZone } from '../domain/time.ts'
import { whyNotFree } from '../features/practice/host.ts'
import { openEnrolmentLink } from '../features/shared/access.ts'
import { createPractice } from '../features/shared/create-practice.ts'
import { enrolmentUrl } from '../webauthn/links.ts'
import { inDirectory } from './cell-place.ts'
import { command, type Machine, optional, required, UsageError } from './command.ts'
import { requireHost } from './host-rule.ts'
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
    host: optional(
      'HOST',
      'A host name of its own, such as mueller.app.example. A cell reserves it first, and needs it.',
    ),
  },
  run: async ({ name, timezone, pack = 'general', host, ...rest }, { config, now }) => {
    const packName = packNames.find((known) => known === pack)
    if (packName === undefined) throw new UsageError(`--pack must be one of ${packNames.join(', ')}`)
    if (!isTimeZone(timezone))
      throw new UsageError('--timezone must be an IANA time zone, such as Europe/Berlin')
    const email = rest['owner-email']
    if (!isEmail(email)) throw new UsageError('--owner-email must be an e-mail address')
    await requirePossible(host, config)
    const owner = { id: newId(now()), name: readName('owner-name', rest['owner-name']), email }
    const practice = {
      name: readName('name', name),
      timezone,
      pack: packTemplates[packName],
      workingHours: null,
      owner,
      host,
    }
    return withStore(config, async (store) => {
      const { identity, practices } = store
      if (identity.membersByEmail(email).length > 0)
        throw new UsageError('--owner-email belongs to a member of a practice already. Use another address')
      const { shared } = sitesOf(config, store, now)
      const why = host && whyNotFree(identity.hosts(), '', { host, shared: shared.host }, now())
      if (why) throw new UsageError(`--host: ${why}`)
      const practiceId = await reserved(host, { config, now }, (id) => store.transfer.nameOf(id) !== null)
      const { secret } = await practices.of(practiceId, operatorAct('practice create')).write((tx) => {
        createPractice(tx, practice, now())
        return openEnrolmentLink(tx, owner.id, now())
      })
      return {
        practiceId,
        ownerId: owner.id,
        setupUrl: enrolmentUrl(sitesOf(config, store, now).of(practiceId).origin, secret),
      }
    })
  },
})

/**
 * Checks the host of a new practice. @throws UsageError for a host that no practice can have. In a cell, a missing
 * host is an error, too.
 */
async function requirePossible(
  host: string | undefined,
  { publicUrl, cells }: Machine['config'],
): Promise<void> {
  if (host === undefined) {
    if (cells?.name !== undefined)
      throw new UsageError('--host is missing: a practice of a cell has a host of its own')
    return
  }
  if (publicUrl === undefined)
    throw new UsageError('PUBLIC_URL is not set. Set it to what the server has: the names stand beside it')
  await requireHost(host, publicUrl)
}

/** The id of the new practice. In a cell, the directory has reserved the host for it. */
const reserved = (
  host: string | undefined,
  { config, now }: Pick<Machine, 'config' | 'now'>,
  isThere: (practiceId: string) => boolean,
): Promise<string> =>
  inDirectory(config, newId(now()), async (cell, places, id) => {
    await places.requireOpen(cell, now())
    return places.reserveHost(cell, host!, id, isThere)
  })
