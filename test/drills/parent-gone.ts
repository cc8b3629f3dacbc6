import { existsSync } from 'node:fs'
import type { ObjectStore } from '../support/replica.ts'
import { runs } from '../support/runs.ts'
import { printed, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'
import { recordsIn } from './ledger.ts'
import { mixedLoad } from './mixed-load.ts'
import { litestreamOf, streamedPractice } from './streamed.ts'

/**
 * Kills only Litestream under load, and then only the server, again and again.
 * @throws when Litestream is not started again, or when a caller's request fails meanwhile.
 * @throws when Litestream outlives its server.
 * @throws when an acknowledged write is missing on the disk or in the backup.
 */
export async function parentGoneDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, clients = 4 }: { rounds: number; clients?: number },
) {
  await using store = await openStore()
  const { settings, path, practice, ledger, tally } = await streamedPractice(store)
  const litestream = () => litestreamOf(path)
  let slowestReturnMs = 0
  for (let round = 0; round < rounds; round++) {
    await using server = await startReplicated(settings)
    let over = false
    const client = () => server.as(practice.token)
    const load = mixedLoad({ practice, client, clients, ledger, tally, isOver: () => over })
    await Promise.all([ledger.grownBy(60), Bun.sleep(1_500)])
    const first = litestream()
    const unanswered = Object.keys(tally.unanswered).length
    process.kill(first, 'SIGKILL')
    const killedAt = performance.now()
    await server.printed(/Litestream ended by itself/)
    const another = () => existsSync(`${path}.litestream`) && litestream() !== first
    await until('Litestream was started again', another)
    slowestReturnMs = Math.max(slowestReturnMs, performance.now() - killedAt)
    if (Object.keys(tally.unanswered).length > unanswered) throw new Error('callers noticed')
    const orphan = litestream()
    process.kill(server.pid, 'SIGKILL')
    await server.exited
    over = true
    await load
    await until('Litestream ended after its server', () => !runs(orphan))
    await using next = await startReplicated(settings)
    await printed(settings, 'backup', 'verify')
    await next.stop()
    const missing = ledger.missingIn(recordsIn(path)).length
    if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  }
  const { statuses, requests } = tally
  const odd = Object.keys(statuses).filter((status) => Number(status) >= 500)
  if (odd.length > 0) throw new Error(`callers were answered ${odd}`)
  return { rounds, requests, acknowledged: ledger.acknowledged, slowestReturnMs: Math.round(slowestReturnMs) }
}
