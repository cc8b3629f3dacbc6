import type { ObjectStore } from '../support/replica.ts'
import { run, startReplicated } from '../support/server.ts'
import { recordsIn } from './ledger.ts'
import { mixedLoad } from './mixed-load.ts'
import { streamedPractice } from './streamed.ts'

/**
 * The object store goes away under load, and comes back. Throws when a caller notices, or when a backup does not
 * verify and hold everything soon after.
 */
export async function storeAwayDrill(
  openStore: () => Promise<ObjectStore>,
  { awayMs, clients = 4, megabytes = 0 }: { awayMs: number; clients?: number; megabytes?: number },
) {
  await using store = await openStore()
  const { settings, path, practice, ledger, tally } = await streamedPractice(store, megabytes)
  await using server = await startReplicated(settings)
  let over = false
  const call = server.as(practice.token)
  const paced: typeof call = async (...request) => {
    await Bun.sleep(10)
    return call(...request)
  }
  const load = mixedLoad({ practice, client: () => paced, clients, ledger, tally, isOver: () => over })
  await Bun.sleep(2_500)
  store.cut()
  await Bun.sleep(awayMs)
  store.mend()
  const backAt = performance.now()
  over = true
  await load
  const failed = Object.entries(tally.statuses).filter(([status]) => Number(status) >= 500)
  if (failed.length > 0 || Object.keys(tally.unanswered).length > 0)
    throw new Error(`callers noticed: ${Bun.inspect(tally)}`)

  let verified = await run(['src/cli.ts', 'backup', 'verify', '--json'], settings)
  while (verified.code !== 0 && performance.now() - backAt < 120_000)
    verified = await run(['src/cli.ts', 'backup', 'verify', '--json'], settings)
  if (verified.code !== 0) throw new Error(`it never caught up: ${verified.stderr}`)
  const caughtUpSeconds = Math.round((performance.now() - backAt) / 100) / 10
  const restored = `${path}.restored-by-drill`
  await run(['src/cli.ts', 'restore', '--to', restored], settings)
  const missing = ledger.missingIn(recordsIn(restored)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are not in the object store`)
  await server.stop()
  return {
    megabytes,
    awaySeconds: awayMs / 1000,
    ...tally,
    acknowledged: ledger.acknowledged,
    missing,
    caughtUpSeconds,
  }
}
