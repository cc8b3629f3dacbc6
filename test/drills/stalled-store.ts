import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings, Trouble } from '../support/replica.ts'
import { cli, printed, startReplicated } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/** The stream is mended within so long after the store is well again, by a look each minute or by a restart. */
const patienceMs = 600_000

/**
 * The object store hangs, is slow or refuses everything under load, and is well again. Throws when a caller notices, or
 * when the backup does not hold everything afterwards, without a restart of the server.
 */
export async function stalledStoreDrill(
  openStore: () => Promise<ObjectStore>,
  { kind, troubleMs, clients = 2 }: { kind: Trouble; troubleMs: number; clients?: number },
) {
  await using store = await openStore()
  const settings: Settings = { ...store.newReplica(), LOG_LEVEL: 'warn' }
  const path = settings.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  const practice = await drillPractice({ DATABASE_PATH: path })
  const ledger = new Ledger()
  const tally = newTally()
  await using server = await startReplicated({ ...settings, LOG_LEVEL: 'info' })
  const call = server.as(practice.token)
  const paced: typeof call = async (...request) => {
    await Bun.sleep(50)
    return call(...request)
  }
  let over = false
  const load = mixedLoad({ practice, client: () => paced, clients, ledger, tally, isOver: () => over })
  await Bun.sleep(3_000)
  store.trouble(kind)
  await Bun.sleep(troubleMs)
  store.trouble(null)
  const wellAt = performance.now()
  over = true
  await load
  const failed = Object.keys(tally.statuses).filter((status) => Number(status) >= 500)
  if (failed.length > 0 || Object.keys(tally.unanswered).length > 0)
    throw new Error(`callers noticed: ${Bun.inspect(tally)}`)
  while ((await cli(settings, 'backup', 'verify')).code !== 0)
    if (performance.now() - wellAt > patienceMs) throw new Error(`the stream was not mended after ${kind}`)
  const caughtUpSeconds = Math.round((performance.now() - wellAt) / 1000)
  const restored = `${path}.restored-by-drill`
  await printed(settings, 'restore', '--to', restored)
  const missing = ledger.missingIn(recordsIn(restored)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are not in the object store`)
  await server.stop()
  const { acknowledged } = ledger
  return { kind, troubleSeconds: troubleMs / 1000, acknowledged, missing, caughtUpSeconds }
}
