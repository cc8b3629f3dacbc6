/**
 * This server as a cell that practices move away from and move to. It has its database, its keys, and the path in the
 * object store that all cells share.
 */
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

/**
 * How long after a move the audit trail may still get rows in this cell, in milliseconds. During a move, the server
 * reads the directory twice a second. It writes the audit rows about shown patients within a second.
 */
const lateMs = 5_000

/**
 * Opens the database of this cell while the server runs. Dispose of the result afterwards. With FAILOVER=yes, the store
 * refuses changes while another machine may own the practices.
 * @throws MoveError, BackupError.
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
      // A cell always has an object store of its own: `config.ts` requires it.
      const { storedAt } = await streamProgressOf(await streamOf(config.replica!, teller.now))
      // After another machine took over, the object store has the writes of that machine, and not the writes of this
      // machine.
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
