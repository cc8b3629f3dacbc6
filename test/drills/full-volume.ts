import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { folderReplica, type Settings } from '../support/replica.ts'
import { printed, type Server, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'
import { fill } from './disk-full.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally } from './mixed-load.ts'
import { type DrillPractice, drillPractice } from './practice.ts'

/** The free bytes of the nearly full volume. Below 64 MB, writes are refused. */
const nearlyFull = 40 << 20

/**
 * The volume of a streamed database of 100 MB gets nearly full under load, and then full to the last byte.
 * @throws when writes are not refused, when reads stop, or when `/readyz` does not answer 503 within a minute.
 * @throws when a killed or stopped server does not start on the full volume and serve reads.
 * @throws when the server is not ready again when there is room, or when an acknowledged write is missing.
 */
export async function fullVolumeDrill(
  disk: { path: string },
  { rounds, clients = 4 }: { rounds: number; clients?: number },
) {
  const path = join(disk.path, 'clinic.db')
  const filler = join(disk.path, 'filler')
  const settings: Settings = { ...folderReplica(), DATABASE_PATH: path, LOG_LEVEL: 'info' }
  const practice = await drillPractice({ DATABASE_PATH: path })
  const ledger = new Ledger()
  const tally = newTally()
  const refused = () => tally.statuses[503] ?? 0
  const secondsToTell: number[] = []
  for (let round = 0; round < rounds; round++) {
    await using server = await startReplicated(settings)
    const client = () => server.as(practice.token)
    const before = refused()
    writeFileSync(filler, Buffer.alloc((100 << 20) - nearlyFull))
    const filledAt = performance.now()
    await mixedLoad({ practice, client, clients, ledger, tally, isOver: () => refused() >= before + 50 })
    await requireReads(server, practice)
    while ((await server.as()('GET', '/readyz')).status !== 503)
      if (performance.now() - filledAt > 60_000)
        throw new Error('readiness does not tell that the disk is full')
    secondsToTell.push(Math.round((performance.now() - filledAt) / 100) / 10)

    if (round % 2 === 1) await server.stop()
    fill(filler)
    await server.killAll()
    await using again = await startReplicated(settings)
    await requireReads(again, practice)
    const { status } = await again.as(practice.token)('POST', '/api/v1/tags', { name: `no room ${round}` })
    if (status !== 503) throw new Error(`a write on a full disk was answered ${status}`)
    rmSync(filler)
    await until('the server healed', async () => (await again.as()('GET', '/readyz')).status === 200)
    const end = performance.now() + 500
    const call = () => again.as(practice.token)
    await mixedLoad({
      practice,
      client: call,
      clients,
      ledger,
      tally,
      isOver: () => performance.now() > end,
    })
    // The stream begins only when the server has claimed the backup, within a minute. So the drill starts the server
    // again.
    await again.stop()
    await using last = await startReplicated(settings)
    await printed(settings, 'backup', 'verify')
    await last.stop()
  }
  const missing = ledger.missingIn(recordsIn(path)).length
  if (missing > 0) throw new Error(`${missing} acknowledged writes are missing`)
  const odd = Object.keys(tally.statuses).filter((status) => Number(status) >= 500 && status !== '503')
  if (odd.length > 0) throw new Error(`a full volume was answered with ${odd}`)
  return { rounds, refused: refused(), acknowledged: ledger.acknowledged, missing, secondsToTell }
}

async function requireReads(server: Server, { token }: DrillPractice): Promise<void> {
  for (const path of ['/api/v1/patients', '/api/v1/me'])
    if ((await server.as(token)('GET', path)).status !== 200) throw new Error('reads stopped')
}
