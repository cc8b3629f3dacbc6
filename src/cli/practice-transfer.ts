import packageJson from '../../package.json' with { type: 'json' }
import { ErasureLedger } from '../backup/erasures/ledger.ts'
import { erasedBefore, replayErasures } from '../backup/erasures/replay.ts'
import { forgetHead } from '../backup/trail/heads.ts'
import { trailOf } from '../backup/trail/open.ts'
import type { Config } from '../config.ts'
import { operatorAct } from '../domain/act.ts'
import { lookupId } from '../domain/id.ts'
import { whyNotFree } from '../features/practice/host.ts'
import type { Store } from '../store/store.ts'
import { exportPractice } from '../transfer/export.ts'
import { type Intake, importPractice } from '../transfer/import.ts'
import { removePractice } from '../transfer/remove.ts'
import { TransferError } from '../transfer/transfer-error.ts'
import { inDirectory } from './cell-place.ts'
import { command, Declined, flag, type Machine, optional, required, UsageError } from './command.ts'
import { hostRule } from './host-rule.ts'
import { sitesOf, withStore } from './store.ts'

const { version } = packageJson

export const practiceExport = command({
  name: 'practice export',
  summary:
    'Writes everything of a practice into one archive. Another installation can take the archive in. A server may run meanwhile. Keep the archive safe: it holds every record of every patient.',
  options: {
    id: required('ID', 'The practice, as `member list` prints it.'),
    to: required('FILE', 'The new archive, such as practice.tar. It must not be there yet.'),
  },
  run: async ({ id, to }, { config, now, say }) => {
    if (to === '') throw new UsageError('--to must name a new file')
    return withStore(config, async ({ transfer, auditTrail }) => {
      const practiceId = practiceOf(transfer, id)
      const { generation, rows, sha256, throughSeq } = exportPractice(transfer, practiceId, to, version, {
        now,
        say,
      })
      const detail = { generation, rows, sha256, throughSeq }
      const record = { kind: 'practice', id: practiceId } as const
      // The row is in the installation's trail. A row in the practice's own trail would make the next export differ
      // from this one.
      await auditTrail.append(null, operatorAct('practice export'), [{ kind: 'export', record, detail }])
      return { file: to, practiceId, rows, sha256 }
    })
  },
})

export const practiceImport = command({
  name: 'practice import',
  summary:
    'Takes a practice in from an archive that `practice export` wrote: all of it, or nothing. Nobody sees the practice before that. Other practices work on meanwhile. When the import was interrupted, run the command again.',
  options: {
    from: required('FILE', 'The archive.'),
    'keep-access': flag(
      'Lets tokens and passkeys of the archive work as they did. Only for an archive that nobody else could change: its maker may know their secrets.',
    ),
  },
  run: ({ from, 'keep-access': keepsAccess = false }, { config, now, say }) =>
    withStore(config, async (store) => {
      const act = operatorAct('practice import')
      const ledger = ErasureLedger.of(config.databasePath, config.replica)
      // A person who was erased here must not come back with an older archive.
      const erased = (practiceId: string) => erasedBefore(ledger, store, practiceId, say)
      const intake: Intake = {
        keepsAccess,
        requireHost: await requireHostFor(config, now),
        requirePlace: (practice) =>
          inDirectory(config, undefined, async (cell, places) => {
            await places.requireOpen(cell, now())
            return places.placeArrival(cell, practice)
          }),
      }
      const { manifest, rows } = await importPractice(store.transfer, from, intake, act, erased, { now, say })
      const { practice } = manifest
      await inDirectory(config, undefined, (cell, places) =>
        places.placeHosts(cell, practice.id, store.identity.hosts(), sitesOf(config, store, now).shared.host),
      )
      // The archive may list persons who were erased on another server. From now on, the ledger lists these persons,
      // too.
      await replayErasures(ledger, store, say)
      if (!keepsAccess)
        say(
          'its tokens and passkeys do not work here. Make a link for an owner: chairside link --email EMAIL',
        )
      return { practiceId: practice.id, name: practice.name, rows }
    }),
})

export const practiceRemove = command({
  name: 'practice remove',
  summary:
    'Removes a practice with everything that belongs to it. Asks for the name of the practice first. Then it shuts out all members at once. When the removal was interrupted, run the command again.',
  options: {
    id: required('ID', 'The practice, as `member list` prints it.'),
    exported: optional(
      'FILE',
      'An export of the practice as it is now. The command compares it with the records.',
    ),
    'without-export': flag(
      'Removes the practice without an export. Then only a restored backup brings it back.',
    ),
    yes: flag('Removes it without asking. Needed where there is no terminal to ask on.'),
  },
  run: async ({ id, exported, 'without-export': without, yes }, { config, now, say, ask }) => {
    if ((exported === undefined) === (without === undefined))
      throw new UsageError('give either --exported FILE or --without-export')
    return withStore(config, async ({ transfer, elsewhere }) => {
      const practiceId = practiceOf(transfer, id)
      const held = elsewhere.held().find((one) => one.practiceId === practiceId)
      if (!yes) await requireName(ask, transfer.nameOf(practiceId)!)
      const act = operatorAct('practice remove')
      const removal = await removePractice(transfer, practiceId, exported ?? null, act, version, { now, say })
      const { key } = await trailOf(config, say)
      await forgetHead(config, key, practiceId, say)
      if (held) await inDirectory(config, undefined, (cell, places) => places.removePlace(cell, held))
      return { practiceId, rows: removal.rows, removed: true }
    })
  },
})

/**
 * Makes the function that checks whether a practice may be imported with its host. The function throws TransferError.
 */
async function requireHostFor({ publicUrl }: Config, now: () => number): Promise<Intake['requireHost']> {
  if (publicUrl === undefined)
    return (host) => {
      throw new TransferError(`the practice has the host ${host}: set PUBLIC_URL to what the server has`)
    }
  const rule = await hostRule(publicUrl)
  const shared = new URL(publicUrl).hostname
  return (host, practiceId, hosts) => {
    const trouble = rule(host)
    const why = trouble ? `${host} ${trouble}` : whyNotFree(hosts, practiceId, { host, shared }, now())
    if (why !== undefined)
      throw new TransferError(
        `the practice cannot have its host here: ${why}. Give it another host at its old server, and export it again`,
      )
  }
}

/**
 * The id of the practice that the option `--id`, or another option, names. @throws UsageError when there is no such
 * practice.
 */
export function practiceOf(transfer: Store['transfer'], id: string, option = 'id'): string {
  // A practice from an old file may have an id that is no UUID.
  const found = [id, lookupId(id)].find((one) => transfer.nameOf(one) !== null)
  if (found === undefined) throw new UsageError(`--${option} is no practice here: look at \`member list\``)
  return found
}

/** Asks for the name of the practice. @throws Declined when the name is wrong; UsageError when nobody can be asked. */
async function requireName(ask: Machine['ask'], name: string): Promise<void> {
  if (ask === undefined)
    throw new UsageError('this removes every record of the practice: add --yes to do it without a question')
  const typed = await ask(`This removes every record of ${name}. To go on, type the name of the practice:`)
  if (typed !== name.trim())
    throw new Declined('that is not the name of the practice, so nothing was removed')
}
