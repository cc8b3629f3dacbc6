import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Replica } from '../config.ts'

/** What Litestream streams, and where to. */
export const litestreamConfig = join(import.meta.dir, '../../litestream.yml')

/** The object store or Litestream would not do it; the message is the one line the operator needs. */
export class BackupError extends Error {}

/** Told what is being done where somebody waits for it. */
export type Say = (line: string) => void

/** A restore of gigabytes takes its time; a store that does not answer is found out before it begins. */
const restoreMs = 3_600_000
const answerMs = 30_000

/**
 * Restores the replica into a new file, as it was at `at` (epoch milliseconds) or last; false when the object store
 * holds nothing for this database.
 * @throws BackupError when the store cannot be reached, has nothing as old as that, or the file is there already.
 */
export async function restore(
  replica: Replica,
  path: string,
  { at, say = () => {} }: { at?: number | undefined; say?: Say } = {},
): Promise<boolean> {
  // SQLite would take a log that lies there for the new file's own.
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(file)) throw new BackupError(`${file} is there already`)
  const unfinished = `${path}.restoring`
  removeDatabase(unfinished)
  try {
    say('looking in the object store')
    await newestStoredAt(replica)
    say('restoring what it holds')
    const time = at === undefined ? [] : ['-timestamp', new Date(at).toISOString()]
    await litestream(replica, ['restore', '-if-replica-exists', '-o', unfinished, ...time], restoreMs)
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
  for (const file of beside(path)) rmSync(file, { recursive: true, force: true })
}

/**
 * Renames what is left of a database, and answers whether there was anything: its log may hold what was answered and
 * never reached the object store.
 */
export function layAside(path: string, now: number): boolean {
  const left = [path, ...beside(path)].filter((file) => existsSync(file))
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')
  for (const file of left) renameSync(file, `${file}.lost-${time}`)
  return left.length > 0
}

const beside = (path: string): string[] => [
  ...['-wal', '-shm', '.tmp', '.tmp-wal', '.tmp-shm'].map((suffix) => path + suffix),
  join(dirname(path), `.${basename(path)}-litestream`),
]

/** When the newest in the object store was written, in epoch milliseconds, to the second; null for nothing. */
export async function newestStoredAt(replica: Replica): Promise<number | null> {
  // 0.5 calls it `ltx` and still takes the old name.
  const listed = await litestream(replica, ['wal'], answerMs)
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
      env: ownEnvironment(replica),
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
  if (child.signalCode === 'SIGKILL')
    throw new BackupError(
      `Litestream ${command} took longer than ${timeout / 1000} seconds: the object store does not answer`,
    )
  const words = (complaints.trim() || printed.trim()).split('\n').at(-1)
  throw new BackupError(`Litestream ${command} failed: ${words}`)
}

/** What of our environment is Litestream's business; the other secrets in it are not. */
export const ownEnvironment = ({ environment }: Replica): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => litestreamReads.test(name)))

const litestreamReads =
  /^(PATH|HOME|TMPDIR|DATABASE_PATH|(REPLICA|AWS|AZURE|LITESTREAM)_.*|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/

/** The absolute path of the program. @throws BackupError when there is none. */
export function locate({ program, environment }: Replica): string {
  const path = Bun.which(program, { PATH: environment.PATH ?? '' })
  if (path === null)
    throw new BackupError(
      `there is no program "${program}": install Litestream, or set LITESTREAM_BIN to where it is`,
    )
  return path
}
