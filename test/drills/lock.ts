import { Database } from 'bun:sqlite'
import { newDatabasePath, startServer } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/**
 * Another program takes the database's write lock under load and keeps it. Throws when reads wait for the lock, or when
 * a write is refused with another error than `unavailable`. Throws also when writes do not work again after the lock,
 * or when an acknowledged change is missing.
 */
export async function lockDrill({
  lockMs,
  clients = 8,
  megabytes = 0,
}: {
  lockMs: number
  clients?: number
  megabytes?: number
}) {
  const path = newDatabasePath()
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  const ledger = new Ledger()
  const tally = newTally()
  await using server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  const call = server.as(practice.token)
  let over = false
  const load = mixedLoad({ practice, client: () => call, clients, ledger, tally, isOver: () => over })
  await ledger.grownBy(20)

  const elsewhere = new Database(path)
  elsewhere.run('PRAGMA busy_timeout = 5000')
  elsewhere.run('BEGIN IMMEDIATE')
  const until = performance.now() + lockMs
  let slowestReadMs = 0
  let reads = 0
  while (performance.now() < until || reads <= 10) {
    const sent = performance.now()
    if ((await call('GET', '/api/v1/patients?limit=5')).status !== 200) throw new Error('a read failed')
    slowestReadMs = Math.max(slowestReadMs, performance.now() - sent)
    reads++
    await Bun.sleep(10)
  }
  elsewhere.run('COMMIT')
  elsewhere.close()
  const freedAt = performance.now()
  while ((await call('POST', '/api/v1/tags', { name: `free ${performance.now()}` })).status !== 201)
    if (performance.now() - freedAt > 10_000) throw new Error('writes did not come back')
  const healedMs = performance.now() - freedAt
  over = true
  await load
  await server.stop()
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  const odd = Object.keys(tally.statuses).filter((status) => Number(status) >= 500 && status !== '503')
  if (odd.length > 0 || Object.keys(tally.unanswered).length > 0) throw new Error(Bun.inspect(tally))
  const figures = { reads, slowestReadMs: Math.round(slowestReadMs), healedMs: Math.round(healedMs) }
  return {
    megabytes,
    lockSeconds: lockMs / 1000,
    ...tally,
    acknowledged: ledger.acknowledged,
    missing,
    ...figures,
  }
}
