import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'
import { until } from '../support/until.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { drillPractice } from './practice.ts'

/** A disk with this number of bytes. Undefined when this user may not mount a disk. */
export function smallDisk(bytes: number): ({ path: string } & Disposable) | undefined {
  const path = mkdtempSync(join(scratch, 'disk-'))
  const mounted = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', path])
  if (!mounted.success) return undefined
  return { path, [Symbol.dispose]: () => void Bun.spawnSync(['umount', '-l', path]) }
}

/** Whether this user may mount a small disk. */
export function mayMount(): boolean {
  using disk = smallDisk(1 << 20)
  return disk !== undefined
}

/**
 * Fills the disk under load and frees it again, several times.
 * @throws when a write on a full disk is answered with another error than `unavailable`, or when reads stop.
 * @throws when writes need a restart to work again, or when an acknowledged write is missing in the end.
 */
export async function diskFullDrill(
  disk: { path: string },
  { rounds, clients = 8, megabytes = 0 }: { rounds: number; clients?: number; megabytes?: number },
) {
  const path = join(disk.path, 'clinic.db')
  const practice = await drillPractice({ DATABASE_PATH: path, megabytes })
  const ledger = new Ledger()
  const tally = newTally()
  await using server = await startServer({ DATABASE_PATH: path, LOG_LEVEL: 'info' })
  const call = server.as(practice.token)
  const work = async (isOver: () => boolean) =>
    mixedLoad({ practice, client: () => call, clients, ledger, tally, isOver })
  let notReady = 0
  const refused = () => tally.statuses[503] ?? 0
  for (let round = 0; round < rounds; round++) {
    const before = refused()
    fill(join(disk.path, 'filler'))
    await work(() => refused() >= before + 50)
    for (const path of ['/api/v1/patients', '/api/v1/me'])
      if ((await call('GET', path)).status !== 200) throw new Error('reads stopped')
    const ready = await call('GET', '/readyz')
    // A small write may still fit into the present write-ahead log. Then the service is rightly ready.
    if (ready.status === 503) notReady++
    else if (ready.status !== 200) throw new Error(`/readyz says ${ready.text} on a full disk`)

    rmSync(join(disk.path, 'filler'))
    await until('the server healed', async () => (await call('GET', '/readyz')).status === 200)
    const full = refused()
    const end = performance.now() + 300
    await work(() => performance.now() > end)
    if (refused() > full) throw new Error('writes were refused with room on the disk')
  }
  fill(join(disk.path, 'filler'))
  if ((await server.stop()) !== 0) throw new Error('it did not stop in order on a full disk')
  rmSync(join(disk.path, 'filler'))
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  const odd = Object.keys(tally.statuses).filter((status) => Number(status) >= 500 && status !== '503')
  if (odd.length > 0) throw new Error(`a full disk was answered with ${odd}`)
  return { megabytes, timesFull: rounds + 1, ...tally, acknowledged: ledger.acknowledged, missing, notReady }
}

/** Fills the disk to the last byte. */
export function fill(path: string): void {
  const chunks = [1 << 20, 1 << 16, 1 << 12]
  for (const size of chunks) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOSPC') throw error
    }
  }
}
