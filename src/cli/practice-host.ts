import { operatorAct } from '../domain/act.ts'
import { Problem } from '../domain/problem.ts'
import { membersLeftBehind, moveToHost, whyNotFree } from '../features/practice/host.ts'
import { findPractice } from '../store/practice/practice.ts'
import { requireYes } from './ask.ts'
import { inDirectory } from './cell-place.ts'
import { command, flag, optional, required, UsageError } from './command.ts'
import { requireHost } from './host-rule.ts'
import { practiceOf } from './practice-transfer.ts'
import { sitesOf, withStore } from './store.ts'

export const practiceHost = command({
  name: 'practice host',
  summary:
    'Gives a practice a host name of its own, such as mueller.app.example. Its links, mails and new passkeys belong to that name. The old address goes on working for 90 days. Asks first where members would need a new passkey. Without --host and --shared, it prints the present address.',
  options: {
    id: required('ID', 'The practice, as `member list` prints it.'),
    host: optional('HOST', 'The name. It must lead to this server, with a certificate of its own.'),
    shared: flag('Takes the name away. The practice then shares the address in PUBLIC_URL again.'),
    yes: flag('Changes the address without asking. Needed where there is no terminal to ask on.'),
  },
  run: async ({ id, host, shared: isShared = false, yes }, { config, now, say, ask }) => {
    if (host !== undefined && isShared) throw new UsageError('use --host or --shared, not both')
    if (config.publicUrl === undefined)
      throw new UsageError('PUBLIC_URL is not set. Set it to what the server has: the names stand beside it')
    if (isShared && config.cells?.name !== undefined)
      throw new UsageError('--shared: a practice of a cell has a host of its own')
    if (host !== undefined) await requireHost(host, config.publicUrl)
    return withStore(config, async (store) => {
      const { identity, practices, transfer } = store
      const practiceId = practiceOf(transfer, id)
      const own = practices.of(practiceId, operatorAct('practice host'))
      const sites = sitesOf(config, store, now)
      const present = () => ({ practiceId, url: sites.of(practiceId).origin })
      if (host === undefined && !isShared) return { ...present(), changed: false, cannotFollow: '' }
      const move = { host: host ?? null, shared: sites.shared.host }
      const why = whyNotFree(identity.hosts(), practiceId, move, now())
      if (why !== undefined) throw new UsageError(`--host: ${why}`)
      const isNew = findPractice(own.read)?.host !== move.host
      const left = isNew ? membersLeftBehind(own, move, now()) : []
      const names = left.map(({ name, email }) => `${name} (${email})`)
      if (left.length > 0 && !yes)
        await requireYes(
          ask,
          `${whatToDo(names)}. Change the address now?`,
          `${whatToDo(names)}. To change the address now, add --yes`,
        )
      if (host !== undefined)
        await inDirectory(config, undefined, (cell, places) =>
          places.reserveFurtherHost(cell, practiceId, host),
        )
      const changed = await moveToHost(own, move, now()).catch(asUsageError)
      if (changed) say(loadIntoProxy)
      if (left.length > 0) say(whatToDo(names))
      return { ...present(), changed, cannotFollow: left.map(({ email }) => email).join(', ') }
    })
  },
})

/** Changes a refusal into an error of the command. @throws UsageError when another command was faster. */
function asUsageError(error: unknown): never {
  throw error instanceof Problem ? new UsageError(`--host: ${error.message}`) : error
}

const loadIntoProxy =
  'The proxy must know the name, too. Where install-service set up Caddy, run install-service again. Otherwise load what `proxy` prints'

const whatToDo = (names: readonly string[]) =>
  `These members need a new passkey, because theirs belong to the old name: ${names.join(', ')}. Make a link for each of them after the change: chairside link --end-tokens no --email EMAIL`
