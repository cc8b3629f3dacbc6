import type { ObjectStore } from '../support/replica.ts'
import { run, startReplicated } from '../support/server.ts'
import { pacedLoad, requireUnnoticed } from './mixed-load.ts'
import { requireAllStored, streamedPractice } from './streamed.ts'

/**
 * The object store cannot be reached for a time under load. Throws when a caller's request fails. Throws also when soon
 * afterwards the backup cannot be verified or lacks a change.
 */
export async function storeAwayDrill(
  openStore: () => Promise<ObjectStore>,
  { awayMs, clients = 4, megabytes = 0 }: { awayMs: number; clients?: number; megabytes?: number },
) {
  await using store = await openStore()
  const { settings, practice, ledger, tally } = await streamedPractice(store, megabytes)
  await using server = await startReplicated(settings)
  const endLoad = pacedLoad(server, 10, { practice, clients, ledger, tally })
  await Promise.all([ledger.grownBy(60), Bun.sleep(2_500)])
  store.cut()
  await Bun.sleep(awayMs)
  store.mend()
  const backAt = performance.now()
  await endLoad()
  requireUnnoticed(tally)

  let verified = await run(['src/cli.ts', 'backup', 'verify', '--json'], settings)
  while (verified.code !== 0 && performance.now() - backAt < 120_000)
    verified = await run(['src/cli.ts', 'backup', 'verify', '--json'], settings)
  if (verified.code !== 0) throw new Error(`it never caught up: ${verified.stderr}`)
  const caughtUpSeconds = Math.round((performance.now() - backAt) / 100) / 10
  await requireAllStored(settings, ledger)
  await server.stop()
  return {
    megabytes,
    awaySeconds: awayMs / 1000,
    ...tally,
    acknowledged: ledger.acknowledged,
    missing: 0,
    caughtUpSeconds,
  }
}
