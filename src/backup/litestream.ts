import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Replica } from '../config.ts'

/** What Litestream streams, and where to. */
export const litestreamConfig = join(import.meta.dir, '../../litestream.yml')

/** The object store or Litestream would not do it; the message is the one line the operator needs. */
export class BackupError extends Error {}

/**
 * Restores the replica into a new file, as it was at `at` (epoch milliseconds) or last; false when the object store
 * holds nothing for this database.
 * @throws BackupError when the store cannot be reached, has nothing as old as that, or the file is there already.
 */
export async function restore(replica: Replica, path: string, at?: number): Promise<boolean> {
  if (existsSync(path)) throw new BackupError(`${path} is there already`)
  const unfinished = `${path}.restoring`
  removeDatabase(unfinished)
  try {
    const time = at === undefined ? [] : ['-timestamp', new Date(at).toISOString()]
    await litestream(replica, ['restore', '-if-replica-exists', '-o', unfinished, ...time], 3_600_000)
    if (!existsSync(unfinished)) return false
    renameSync(unfinished, path)
    return true
  } finally {
    removeDatabase(unfinished)
  }
}

/** Removes a database with all that SQLite and Litestream lay beside it. */
export function removeDatabase(path: string): void {
  rmSync(path, { force: true })
  removeBeside(path)
}

export function removeBeside(path: string): void {
  for (const suffix of ['-wal', '-shm', '.tmp', '.tmp-wal', '.tmp-shm'])
    rmSync(path + suffix, { force: true })
  rmSync(join(dirname(path), `.${basename(path)}-litestream`), { recursive: true, force: true })
}

/** When the newest in the object store was written, in epoch milliseconds, to the second; null for nothing. */
export async function newestStoredAt(replica: Replica): Promise<number | null> {
  // 0.5 calls it `ltx` and still takes the old name.
  const listed = await litestream(replica, ['wal'], 30_000)
  const times = [...listed.matchAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g)].map(([time]) => Date.parse(time))
  return times.length > 0 ? Math.max(...times) : null
}

/** Runs one command on our database and answers what it printed. @throws BackupError with its last words. */
async function litestream(
  replica: Replica,
  [command, ...options]: string[],
  timeout: number,
): Promise<string> {
  const program = locate(replica)
  const child = Bun.spawn(
    [program, command!, '-config', litestreamConfig, ...options, replica.databasePath],
    {
      env: replica.environment,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
      timeout,
      killSignal: 'SIGKILL',
    },
  )
  const [code, printed, complaints] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ])
  if (code === 0) return printed
  if (child.signalCode === 'SIGKILL') throw new BackupError(`Litestream ${command} took too long`)
  const words = (complaints.trim() || printed.trim()).split('\n').at(-1)
  throw new BackupError(`Litestream ${command} failed: ${words}`)
}

/** The absolute path of the program. @throws BackupError when there is none. */
export function locate({ program, environment }: Replica): string {
  const path = Bun.which(program, { PATH: environment.PATH ?? '' })
  if (path === null)
    throw new BackupError(
      `there is no program "${program}": install Litestream, or set LITESTREAM_BIN to where it is`,
    )
  return path
}
