import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { printed, type Server } from '../support/server.ts'
import { recordsIn } from './ledger.ts'
import { stopsUnderLoad } from './sigterm.ts'

/**
 * Ctrl-C reaches the whole group of processes, and then a second time, under load. Throws when an accepted request gets
 * no answer, when the exit code is not 0, or when the backup lacks anything that was acknowledged.
 */
export async function twoSignalsDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, clients = 32 }: { rounds: number; clients?: number },
) {
  await using store = await openStore()
  const settings = { ...store.newReplica(), LOG_LEVEL: 'info' } as Settings & {
    DATABASE_PATH: string
    LOG_LEVEL: string
  }
  const path = settings.DATABASE_PATH
  mkdirSync(dirname(path), { recursive: true })
  let restores = 0
  return await stopsUnderLoad({
    rounds,
    clients,
    settings,
    async stop(server: Server) {
      process.kill(-server.pid, 'SIGINT')
      await Bun.sleep(5)
      process.kill(-server.pid, 'SIGINT')
      return await server.exited
    },
    async check(ledger) {
      const to = `${path}.after-${restores++}`
      await printed(settings, 'restore', '--to', to)
      const missing = ledger.missingIn(recordsIn(to)).length
      if (missing > 0) throw new Error(`${missing} acknowledged writes are not in the object store`)
    },
  })
}
