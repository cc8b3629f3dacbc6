import type { ObjectStore } from '../support/replica.ts'
import type { Server } from '../support/server.ts'
import { stopsUnderLoad } from './sigterm.ts'
import { requireAllStored, streamedSettings } from './streamed.ts'

/**
 * Sends the signal of Ctrl-C twice to the whole process group, under load. Throws when an accepted request gets no
 * answer, when the exit code is not 0, or when the backup lacks an acknowledged change.
 */
export async function twoSignalsDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, clients = 32 }: { rounds: number; clients?: number },
) {
  await using store = await openStore()
  const settings = streamedSettings(store)
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
    check: (ledger) => requireAllStored(settings, ledger),
  })
}
