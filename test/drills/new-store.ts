import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed, startReplicated } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/**
 * A disk that has long been streamed meets an empty store, because the bucket was changed or emptied. `oldMs` is how
 * long it is streamed to the first one: after five minutes Litestream no longer holds the first change on the disk.
 * Throws when the new store does not get a whole copy and everything that was acknowledged.
 */
export async function newStoreDrill(
  openStore: () => Promise<ObjectStore>,
  { oldMs, clients = 4 }: { oldMs: number; clients?: number },
) {
  await using store = await openStore()
  const first: Settings = { ...store.newReplica(), LOG_LEVEL: 'info' }
  const second: Settings = {
    ...first,
    REPLICA_URL: store.newReplica().REPLICA_URL!,
    METRICS_PORT: '0',
  }
  const path = first.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  const practice = await drillPractice({ DATABASE_PATH: path })
  const ledger = new Ledger()
  const tally = newTally()
  const work = async (settings: Settings, forMs: number) => {
    const server = await startReplicated(settings)
    let over = false
    const call = server.as(practice.token)
    const paced: typeof call = async (...request) => {
      await Bun.sleep(10)
      return call(...request)
    }
    const load = mixedLoad({ practice, client: () => paced, clients, ledger, tally, isOver: () => over })
    await Bun.sleep(forMs)
    over = true
    await load
    return server
  }
  await (await work(first, oldMs)).stop()
  const startedAt = performance.now()
  await using server = await work(second, 2_000)
  await server.printed(/begins with a whole copy/)
  const verified = await printed(second, 'backup', 'verify')
  const wholeAfterSeconds = Math.round((performance.now() - startedAt) / 100) / 10
  await server.stop()
  const restored = `${path}.restored-by-drill`
  await printed(second, 'restore', '--to', restored)
  const missing = ledger.missingIn(recordsIn(restored)).length
  rmSync(restored)
  if (missing > 0) throw new Error(`${missing} acknowledged writes are not in the new store`)
  const { acknowledged } = ledger
  return {
    streamedBeforeSeconds: oldMs / 1000,
    acknowledged,
    missing,
    rows: verified.rows,
    wholeAfterSeconds,
  }
}
