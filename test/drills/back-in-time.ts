import type { ObjectStore } from '../support/replica.ts'
import { printed, startReplicated } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad } from './mixed-load.ts'
import { streamedPractice } from './streamed.ts'

/**
 * Restores a practice to an earlier moment, again and again. The server runs, was stopped, or was killed so that its
 * write-ahead log is left. Throws when a later write is still there, when an earlier write is missing, or when the
 * backup of the restored state is not whole.
 */
export async function backInTimeDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, clients = 4 }: { rounds: number; clients?: number },
) {
  await using store = await openStore()
  const { settings, path, practice, ledger: before, tally } = await streamedPractice(store)
  let kept = 0
  let undone = 0
  const backSeconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await startReplicated(settings)
    const client = () => server.as(practice.token)
    const work = async (ledger: Ledger, forMs: number) => {
      let over = false
      const load = mixedLoad({ practice, client, clients, ledger, tally, isOver: () => over })
      await Promise.all([ledger.grownBy(20), Bun.sleep(forMs)])
      over = true
      await load
    }
    await work(before, 1_000)
    // After this check, the store has every change. Moments are exact to the second.
    await printed(settings, 'backup', 'verify')
    await Bun.sleep(1_100)
    const at = new Date().toISOString()
    await Bun.sleep(1_100)
    const after = new Ledger()
    await work(after, 1_000)
    await Bun.sleep(2_500)
    const how = ['running', 'stopped', 'killed'][round % 3]
    if (how === 'stopped') await server.stop()
    if (how === 'killed') await server.killAll()
    const beganAt = performance.now()
    await printed(settings, 'restore', '--in-place', '--at', at)
    await server.exited
    await using back = await startReplicated(settings)
    backSeconds.push(Math.round((performance.now() - beganAt) / 100) / 10)
    await printed(settings, 'backup', 'verify')
    await back.stop()
    const records = recordsIn(path)
    const missing = before.missingIn(records).length
    if (missing > 0) throw new Error(`${missing} writes from before that time are missing (${how})`)
    const returned = after.presentIn(records)
    kept = before.acknowledged
    undone += after.acknowledged
    if (returned > 0) throw new Error(`${returned} undone writes came back (${how})`)
  }
  return { rounds, kept, undone, cameBack: 0, slowestSeconds: Math.max(...backSeconds) }
}
