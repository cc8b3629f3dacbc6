import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { spawnTogether } from '../backup/ending-together.ts'
import { putLast, untilSilent, type Watched } from '../backup/owner/silence.ts'
import { ConfigError, environmentWith, loadConfig } from '../config.ts'
import { readSettings } from '../install/settings-file.ts'
import { serverCommand } from '../program.ts'
import { command, required, UsageError } from './command.ts'
import { tell } from './output.ts'

/** How long a spare waits after its own server has ended, before it watches again. In milliseconds. */
const restMs = 5_000

interface Cell extends Watched {
  /** The environment of the cell's server on this machine. */
  readonly environment: Readonly<Record<string, string>>
}

export const spare = command({
  name: 'spare',
  summary:
    'Watches the servers of other machines that run with FAILOVER=yes, until it is stopped. When one of them is silent, this machine restores its database and serves in its place. It takes over one server at a time. It also serves again what its own server served last.',
  options: {
    cells: required('FILES', 'The files with the settings of the servers, such as a.env,b.env.'),
    folder: required('FOLDER', 'Where the databases go. Each server gets a folder of its own in it.'),
  },
  async run({ cells: files, folder }, { now }) {
    const cells = files.split(',').map((file) => cellOf(file.trim(), folder))
    if (new Set(cells.map(({ name }) => name)).size < cells.length)
      throw new UsageError('two files of --cells have the same name: each must have a name of its own')
    const stopping = new AbortController()
    let server: Bun.Subprocess | undefined
    for (const signal of ['SIGTERM', 'SIGINT'] as const)
      process.on(signal, () => {
        stopping.abort()
        server?.kill(signal)
      })
    let served = 0
    for (;;) {
      const cell = await untilSilent(cells, { now, say: tell, stopping: stopping.signal })
      if (cell === null) return { served }
      served++
      server = serve(cell)
      const code = await server.exited
      server = undefined
      putLast(cells, cell)
      if (stopping.signal.aborted) return { served }
      tell(`${cell.name}: the server of this machine has ended (${code}), so it watches again`)
      await Bun.sleep(restMs)
    }
  },
})

/** @throws UsageError, ConfigError. */
function cellOf(file: string, folder: string): Cell {
  if (!existsSync(file)) throw new UsageError(`--cells names ${file}, and there is no such file`)
  const name = basename(file).replace(/\.env$/, '')
  const databasePath = resolve(join(folder, name, 'chairside.db'))
  const settings = readSettings(readFileSync(file, 'utf8'))
  const environment = environmentWith({ ...settings, DATABASE_PATH: databasePath })
  const { replica } = loadConfig({ databasePath }, environment)
  if (!replica?.failover)
    throw new ConfigError(`${file} must set REPLICA_URL and FAILOVER=yes, as the server that it is from does`)
  return { name, replica, environment }
}

/**
 * Starts the server of a cell on this machine. Files that an earlier server left on this disk are kept under another
 * name.
 */
function serve({ replica, environment }: Cell): Bun.Subprocess {
  const path = replica.databasePath
  mkdirSync(resolve(path, '..'), { recursive: true, mode: 0o700 })
  return spawnTogether(serverCommand(), {
    env: { ...environment, ...(existsSync(path) && { STORE_WINS: 'yes' }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
