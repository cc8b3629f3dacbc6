/** This server as a cell that practices leave and come to: its database, its keys, and the place that all cells share. */
import { openDatabase } from '../../db/open.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { watchOwner } from '../backup/owner/beside.ts'
import { isOwner, streamOf } from '../backup/owner/settle.ts'
import { streamProgressOf } from '../backup/progress.ts'
import { forgetHead } from '../backup/trail/heads.ts'
import { trailOf } from '../backup/trail/open.ts'
import { verifyTrail } from '../backup/trail/verify.ts'
import type { Config } from '../config.ts'
import { webhookKeys } from '../delivery/webhook-signature.ts'
import { createStore } from '../store/store.ts'
import type { Teller } from '../transfer/progress.ts'
import { MoveError } from './move-error.ts'
import { cellKeyOf } from './seal.ts'
import { MoveSource } from './source.ts'
import { MoveTarget } from './target.ts'

/** The server looks at the directory twice a second while a practice moves, and writes within a second what was shown. */
const lateMs = 5_000

/**
 * Opens the database of this cell beside the server. Close it again. With FAILOVER=yes, it takes no change while another machine may
 * have the practices. @throws MoveError, BackupError.
 */
export async function openMovingCell(config: Config, teller: Teller) {
  const { cells, databasePath } = config
  if (cells?.name === undefined)
    throw new MoveError('this server is no cell: set CELLS_URL and CELL as the server has them')
  const { trail, secret, key: trailKey } = await trailOf(config, teller.say)
  const owner = await watchOwner(config.replica, teller.now)
  const database = openDatabase(databasePath, { replicated: true, say: teller.say })
  const owns = owner?.owns ?? (() => true)
  const store = createStore(database, undefined, undefined, trail, undefined, owns)
  const deps = {
    config,
    store,
    teller,
    owns,
    lateMs,
    async troubleOfTrail(practiceId: string) {
      const { findings } = await verifyTrail(config, { only: practiceId, say: teller.say })
      return findings[0]?.what ?? null
    },
    forgetHead: (practiceId: string) => forgetHead(config, trailKey, practiceId, teller.say),
    cells: { store: cells.store, name: cells.name },
    key: cellKeyOf(databasePath),
    webhookKeys: webhookKeys(secret),
    program: packageJson.version,
    async isStored(since: number) {
      // A cell has a store of its own: `config.ts` sees to it.
      const { storedAt } = await streamProgressOf(await streamOf(config.replica!, teller.now))
      // After another machine took over, the store has what that machine wrote, and not what this one did.
      return storedAt !== null && storedAt > since && (await isOwner(config.replica!, teller.now))
    },
  }
  return {
    ...deps,
    listen: cells.listen,
    source: new MoveSource(deps),
    target: new MoveTarget(deps),
    async [Symbol.asyncDispose]() {
      owner?.[Symbol.dispose]()
      await store.close()
    },
  }
}

export type MovingCell = Awaited<ReturnType<typeof openMovingCell>>
