import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { cli, startReplicated } from '../support/server.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad } from './mixed-load.ts'
import { streamedPractice } from './streamed.ts'

/**
 * Deletes the folder of the database while the server runs, again and again, and restores it from the object store.
 * Throws when the restored file is not whole, or when the server acknowledges a change after the loss. Throws also when
 * a change is missing that was acknowledged more than ten seconds before the loss. The server and Litestream may end by
 * themselves within `endMs`. Then they are killed.
 */
export async function diskLostDrill(
  openStore: () => Promise<ObjectStore>,
  {
    rounds,
    clients = 8,
    loadMs = 2_500,
    endMs = 20_000,
    megabytes = 0,
  }: { rounds: number; clients?: number; loadMs?: number; endMs?: number; megabytes?: number },
) {
  await using store = await openStore()
  const { settings, path, practice, tally } = await streamedPractice(store, megabytes)
  const lossSeconds: number[] = []
  const downSeconds: number[] = []
  const copySeconds: number[] = []
  let acknowledged = 0
  let lost = 0
  let killed = 0
  for (let round = 0; round < rounds; round++) {
    await using server = await startReplicated(settings)
    copySeconds.push(await untilCopied(settings))
    const ledger = new Ledger()
    let over = false
    const call = server.as(practice.token)
    const load = mixedLoad({ practice, client: () => call, clients, ledger, tally, isOver: () => over })
    await Promise.all([ledger.grownBy(60), Bun.sleep(loadMs * (0.7 + 0.6 * Math.random()))])
    loseDisk(path)
    const lostAt = performance.now()
    const ended = await Promise.race([server.exited, Bun.sleep(endMs)])
    if (ended === undefined) {
      killed++
      if (await isAlive(server))
        throw new Error(`the server went on without its database: ${server.output().slice(-500)}`)
    }
    over = true
    await server.killAll()
    await using restored = await startReplicated(settings)
    downSeconds.push((performance.now() - lostAt) / 1000)
    await load
    if ((await restored.as(practice.token)('GET', '/api/v1/me')).status !== 200)
      throw new Error('what was restored is not the practice')
    await restored.killAll()
    const missing = ledger.missingIn(recordsIn(path))
    // A change that was on the disk just before the loss may be acknowledged just after it.
    if (missing.some((at) => at > lostAt + 100))
      throw new Error('something was acknowledged after the disk was lost')
    lossSeconds.push(missing.length === 0 ? 0 : Math.max(0, lostAt - Math.min(...missing)) / 1000)
    if (lossSeconds.at(-1)! > 10) throw new Error(`${lossSeconds.at(-1)} seconds of writes are lost`)
    acknowledged += ledger.acknowledged
    lost += missing.length
  }
  return {
    losses: rounds,
    megabytes,
    ...tally,
    acknowledged,
    lost,
    killed,
    lossSeconds: spread(lossSeconds),
    downSeconds: spread(downSeconds),
    copySeconds: spread(copySeconds),
  }
}

/**
 * Waits for a whole copy in the store. Litestream sends the whole database first, also after a restore. Until then, new
 * writes are only on the disk. Returns the seconds until the first verification that succeeded.
 */
async function untilCopied(settings: Settings): Promise<number> {
  const began = performance.now()
  for (;;) {
    const { code, stderr } = await cli(settings, 'backup', 'verify')
    const seconds = (performance.now() - began) / 1000
    if (code === 0) return seconds
    if (seconds > 120) throw new Error(`the whole copy did not arrive: ${stderr}`)
  }
}

/** Deletes the folder twice, because Litestream may write a file into it during the first time. */
function loseDisk(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
  Bun.spawnSync(['rm', '-rf', dirname(path)])
  Bun.spawnSync(['rm', '-rf', dirname(path)])
}

const isAlive = ({ url }: { url: string }) =>
  fetch(`${url}/livez`).then(
    () => true,
    () => false,
  )

function spread(values: number[]): { median: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const rounded = (value = 0) => Math.round(value * 100) / 100
  return { median: rounded(sorted[Math.floor(sorted.length / 2)]), most: rounded(sorted.at(-1)) }
}
