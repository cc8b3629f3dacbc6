import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed, startReplicated } from '../support/server.ts'
import { drillPractice } from './practice.ts'

/**
 * Lets a server run for `minutes` without any request of a member. Throws when the operator's readiness is not `ready`,
 * or when the reported lag of the backup is more than a few seconds. Throws also when the backup is not whole
 * afterwards.
 */
export async function idleDrill(openStore: () => Promise<ObjectStore>, { minutes }: { minutes: number }) {
  await using store = await openStore()
  const port = await freePort()
  const settings: Settings = { ...store.newReplica(), LOG_LEVEL: 'info', METRICS_PORT: port }
  mkdirSync(dirname(settings.DATABASE_PATH!), { recursive: true })
  await drillPractice({ DATABASE_PATH: settings.DATABASE_PATH! })
  await using server = await startReplicated(settings)
  const lags: number[] = []
  let looks = 0
  for (const end = performance.now() + minutes * 60_000; performance.now() < end; await Bun.sleep(5_000)) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
    const ready = (await answer.json()) as { replica: { lagSeconds: number | null } }
    looks++
    if (answer.status !== 200) throw new Error(`an idle practice is not ready: ${Bun.inspect(ready)}`)
    if (ready.replica.lagSeconds !== null) lags.push(ready.replica.lagSeconds)
  }
  const longestLagSeconds = Math.max(...lags)
  if (!(longestLagSeconds < 5)) throw new Error(`the backup of an idle practice lags ${longestLagSeconds} s`)
  await printed(settings, 'backup', 'verify')
  await server.stop()
  return { minutes, looks, ready: looks, longestLagSeconds }
}
