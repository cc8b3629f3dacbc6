import type { ObjectStore } from '../support/replica.ts'
import { printed, startReplicated } from '../support/server.ts'
import { pacedLoad } from './mixed-load.ts'
import { requireAllStored, type StreamedSettings, streamedPractice } from './streamed.ts'

/**
 * A disk that was streamed for a long time gets an empty store, because the bucket was changed or emptied. `oldMs` is
 * how long the disk is streamed to the first store. After five minutes, Litestream no longer keeps the first change on
 * the disk. Throws when the new store does not get a whole copy and all acknowledged changes.
 */
export async function newStoreDrill(
  openStore: () => Promise<ObjectStore>,
  { oldMs, clients = 4 }: { oldMs: number; clients?: number },
) {
  await using store = await openStore()
  const { settings: first, practice, ledger, tally } = await streamedPractice(store)
  const second = { ...first, REPLICA_URL: store.newReplica().REPLICA_URL!, METRICS_PORT: '0' }
  const work = async (settings: StreamedSettings, forMs: number) => {
    const server = await startReplicated(settings)
    const endLoad = pacedLoad(server, 10, { practice, clients, ledger, tally })
    await Bun.sleep(forMs)
    await endLoad()
    return server
  }
  await (await work(first, oldMs)).stop()
  const startedAt = performance.now()
  await using server = await work(second, 2_000)
  await server.printed(/begins its notes on the disk again/)
  const verified = await printed(second, 'backup', 'verify')
  const wholeAfterSeconds = Math.round((performance.now() - startedAt) / 100) / 10
  await server.stop()
  await requireAllStored(second, ledger)
  const { acknowledged } = ledger
  return {
    streamedBeforeSeconds: oldMs / 1000,
    acknowledged,
    missing: 0,
    rows: verified.rows,
    wholeAfterSeconds,
  }
}
