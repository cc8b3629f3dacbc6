import type { ObjectStore, Trouble } from '../support/replica.ts'
import { cli, startReplicated } from '../support/server.ts'
import { pacedLoad, requireUnnoticed } from './mixed-load.ts'
import { requireAllStored, streamedPractice } from './streamed.ts'

/**
 * The longest time until the stream works again after the end of the trouble, in milliseconds. The server checks the
 * stream each minute, and may restart Litestream.
 */
const patienceMs = 600_000

/**
 * The object store hangs, is slow or refuses every request under load, and later works again. Throws when a caller's
 * request fails. Throws also when the backup does not get every change afterwards, without a restart of the server.
 */
export async function stalledStoreDrill(
  openStore: () => Promise<ObjectStore>,
  { kind, troubleMs, clients = 2 }: { kind: Trouble; troubleMs: number; clients?: number },
) {
  await using store = await openStore()
  const { settings, practice, ledger, tally } = await streamedPractice(store)
  await using server = await startReplicated(settings)
  const endLoad = pacedLoad(server, 50, { practice, clients, ledger, tally })
  await Bun.sleep(3_000)
  store.trouble(kind)
  await Bun.sleep(troubleMs)
  store.trouble(null)
  const wellAt = performance.now()
  await endLoad()
  requireUnnoticed(tally)
  while ((await cli(settings, 'backup', 'verify')).code !== 0)
    if (performance.now() - wellAt > patienceMs) throw new Error(`the stream was not mended after ${kind}`)
  const caughtUpSeconds = Math.round((performance.now() - wellAt) / 1000)
  await requireAllStored(settings, ledger)
  await server.stop()
  const { acknowledged } = ledger
  return { kind, troubleSeconds: troubleMs / 1000, acknowledged, missing: 0, caughtUpSeconds }
}
