import type { ObjectStore } from '../support/replica.ts'
import { runs } from '../support/runs.ts'
import { cli, startReplicated } from '../support/server.ts'
import { recordsIn } from './ledger.ts'
import { mixedLoad } from './mixed-load.ts'
import { litestreamOf, streamedPractice } from './streamed.ts'

/**
 * Kills only the server under load, each time with a new place in the store. Its Litestream runs on for some seconds,
 * and might send changes that the next server does not have. Then the server starts again and continues. Returns the
 * number of backups that could not be restored or lacked an acknowledged change.
 * @throws when an acknowledged write is missing on the disk.
 */
export async function serverKilledDrill(
  openStore: () => Promise<ObjectStore>,
  { kills, clients = 16, aloneMs = 3_000 }: { kills: number; clients?: number; aloneMs?: number },
) {
  await using store = await openStore()
  let acknowledged = 0
  let outlived = 0
  const unusable: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const { settings, path, practice, ledger, tally } = await streamedPractice(store)
    const loadUntil = async (killed: boolean) => {
      await using server = await startReplicated(settings)
      let over = false
      const client = () => server.as(practice.token)
      const load = mixedLoad({ practice, client, clients, ledger, tally, isOver: () => over })
      await Promise.all([ledger.grownBy(60), Bun.sleep(2_000 + Math.random() * 1_000)])
      const litestream = litestreamOf(path)
      if (killed) await server.stop('SIGKILL')
      over = true
      await load
      if (!killed) return void (await server.stop())
      await Bun.sleep(aloneMs)
      if (runs(litestream)) outlived++
    }
    await loadUntil(true)
    await loadUntil(false)
    const missing = ledger.missingIn(recordsIn(path)).length
    if (missing > 0) throw new Error(`${missing} acknowledged writes are missing on the disk`)
    acknowledged += ledger.acknowledged
    const restored = `${path}.by-drill`
    const { code, stderr } = await cli(settings, 'restore', '--to', restored)
    if (code !== 0) unusable.push(stderr.trim().split('\n').at(-1)!)
    else if (ledger.missingIn(recordsIn(restored)).length > 0) unusable.push('it lacks acknowledged writes')
  }
  return { kills, acknowledged, outlived, unusable: unusable.length, reasons: [...new Set(unusable)] }
}
