import { newDatabasePath, startServer } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { killInTransaction } from './open-transaction.ts'
import { drillPractice } from './practice.ts'

/**
 * Kills a server (`kill -9`) under mixed load during an open transaction, again and again on one database. Throws when
 * an acknowledged change is missing, the file is not whole, or two entries overlap.
 */
export async function killDrill({
  rounds,
  clients = 16,
  megabytes = 0,
}: {
  rounds: number
  clients?: number
  megabytes?: number
}) {
  const path = newDatabasePath()
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  const ledger = new Ledger()
  const tally = newTally()
  let inTransaction = 0
  const began = performance.now()
  for (let round = 0; round < rounds; round++) {
    await using server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
    let over = false
    const call = server.as(practice.token)
    const load = mixedLoad({ practice, client: () => call, clients, ledger, tally, isOver: () => over })
    await ledger.grownBy(20)
    await Bun.sleep(Math.random() * 350)
    if (await killInTransaction(server, path)) inTransaction++
    over = true
    await load
    const missing = ledger.missingIn(recordsIn(path)).length
    if (missing > 0) throw new Error(`${missing} acknowledged writes are missing after kill ${round + 1}`)
  }
  return {
    kills: rounds,
    inTransaction,
    megabytes,
    ...tally,
    acknowledged: ledger.acknowledged,
    missing: 0,
    seconds: Math.round((performance.now() - began) / 1000),
  }
}
