import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Replica } from '../config.ts'
import { endOf } from '../process-end.ts'
import { programFile } from '../program.ts'

/**
 * The path of Litestream's settings file, which names the database and the object store. Litestream cannot read a file
 * inside the executable, so the executable writes the settings beside the database.
 */
export function litestreamConfig({ databasePath }: Replica): string {
  const own = programFile('litestream.yml')
  if (!Bun.isStandaloneExecutable) return own
  const path = `${databasePath}.litestream.yml`
  const text = readFileSync(own, 'utf8')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    mkdirSync(dirname(path), { recursive: true })
    // A command may write the settings at the same time.
    const unfinished = `${path}.${process.pid}`
    writeFileSync(unfinished, text, { mode: 0o600 })
    renameSync(unfinished, path)
  }
  return path
}

/** The error that a backup or a restore failed. The message gives the reason, in one line for the operator. */
export class BackupError extends Error {}

/** The error that Litestream itself could not restore the content of the object store. */
export class RestoreFailed extends BackupError {}

/** Shows a waiting person which step is being done. */
export type Say = (line: string) => void

/** A restore takes as long as it needs. A restore that gets nothing for this time is ended. In milliseconds. */
const quietRestoreMs = 600_000
/** How long a short request to the object store may take, in milliseconds. Each restore begins with such a request. */
const answerMs = 30_000

/**
 * Restores the state at `at` (epoch milliseconds), or the newest state, into a new file. A restore takes as long as it
 * needs. A restore is ended when no data has arrived for `quietMs`, which tests make short. Returns false when the
 * object store holds nothing for this database.
 * @throws BackupError when the store does not answer, has no state as old as `at`, or when the file exists.
 */
export async function restore(
  replica: Replica,
  path: string,
  {
    at,
    say = () => {},
    quietMs = quietRestoreMs,
  }: { at?: number | undefined; say?: Say; quietMs?: number } = {},
): Promise<boolean> {
  // SQLite would use an old log at this path as if it belonged to the new file.
  for (const file of [path, `${path}-wal`, `${path}-shm`])
    if (existsSync(file))
      throw new BackupError(`the file ${file} is there already: move it away or choose another name`)
  const unfinished = `${path}.restoring`
  removeDatabase(unfinished)
  try {
    say('looking in the object store')
    await newestStored(replica)
    say('restoring the backup')
    const time = at === undefined ? [] : ['-timestamp', new Date(at).toISOString()]
    await litestream(replica, ['restore', '-if-replica-exists', '-o', unfinished, ...time], quietMs, () =>
      sizeWith(unfinished),
    )
    if (!existsSync(unfinished)) return false
    renameSync(unfinished, path)
    return true
  } finally {
    removeDatabase(unfinished)
  }
}

/** The size of a database and of the files beside it, in bytes. */
const sizeWith = (path: string): number =>
  [path, ...beside(path)].reduce(
    (sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )

/** Removes a database and the files that SQLite and Litestream keep beside it. */
export function removeDatabase(path: string): void {
  rmSync(path, { force: true })
  removeBeside(path)
}

/** Removes the files that interrupted restores and verifications have left beside the database. */
export function removeLeftovers(path: string): void {
  for (const suffix of ['restoring', 'restored', 'verifying', 'looking', 'going-back'])
    for (const file of [`${path}.${suffix}`, `${path}.${suffix}.restoring`]) removeDatabase(file)
}

/** Removes only the files that SQLite and Litestream keep beside a database. */
export function removeBeside(path: string): void {
  for (const file of beside(path)) rmSync(file, { recursive: true, force: true })
}

/**
 * Renames the files that are left of a database, and returns whether there were any. The log may hold records that
 * were acknowledged and never reached the object store.
 */
export function layAside(path: string, now: number): boolean {
  const left = [path, ...beside(path)].filter((file) => existsSync(file))
  for (const file of left) renameSync(file, `${file}.lost-${stamp(now)}`)
  return left.length > 0
}

/** A moment as part of a file's name, such as `20261122T093000Z`. */
export const stamp = (now: number): string => new Date(now).toISOString().replace(/[-:]|\.\d+/g, '')

const beside = (path: string): string[] => [
  ...['-wal', '-shm', '.tmp', '.tmp-wal', '.tmp-shm'].map((suffix) => path + suffix),
  noteFolder(path),
]

/** The folder in which Litestream notes which changes it has streamed. */
export const noteFolder = (path: string): string => join(dirname(path), `.${basename(path)}-litestream`)

/** The newest change in the object store. */
export interface Stored {
  /**
   * When the change was sent, in epoch milliseconds. The value may be up to a second too late, because many stores
   * know only whole seconds.
   */
  readonly sentAt: number
  /**
   * The number of the change, counted from 1 (the TXID of Litestream 0.5). 0 for a store that an older Litestream
   * wrote.
   */
  readonly number: bigint
  /** Whether the store holds a whole copy of the database, without which no later change can be restored. */
  readonly hasCopy: boolean
}

/**
 * The newest change in the object store, or null when the store holds nothing. Litestream keeps thousands of files in
 * the levels between the newest changes (0) and the whole copies (9). So these levels are listed only when levels 0
 * and 9 are not enough.
 * @throws BackupError.
 */
export async function newestStored(replica: Replica): Promise<Stored | null> {
  if (await isOld(replica)) {
    const sentAt = newestIn(await arrived(() => litestream(replica, ['wal'], answerMs)))
    return sentAt === null ? null : { sentAt, number: 0n, hasCopy: true }
  }
  const list = (level: string) => arrived(() => litestream(replica, ['ltx', '-level', level], answerMs))
  const changes = await list('0')
  let numbers = numbersIn(changes)
  if (!holdsCopy(numbers)) numbers = [...numbers, ...numbersIn(await list('9'))]
  let sentAt = newestIn(changes)
  if (!holdsCopy(numbers) || sentAt === null) {
    const all = await list('all')
    numbers = numbersIn(all)
    sentAt = newestIn(all)
  }
  if (sentAt === null) return null
  const number =
    numbers
      .map(({ last }) => last)
      .sort((a, b) => Number(a - b))
      .at(-1) ?? 0n
  return { sentAt, number, hasCopy: holdsCopy(numbers) }
}

const numbersIn = (listed: string): { first: bigint; last: bigint }[] =>
  [...listed.matchAll(/^\d+\s+([0-9a-f]{16})\s+([0-9a-f]{16})\s/gm)].map(([, first, last]) => ({
    first: BigInt(`0x${first}`),
    last: BigInt(`0x${last}`),
  }))

/** Whether one of the files is a whole copy, which holds all changes from the first one on. */
const holdsCopy = (files: { first: bigint }[]): boolean => files.some(({ first }) => first === 1n)

/**
 * The newest time in a list, plus 999 milliseconds, because the list shows only whole seconds. Null for an empty list.
 */
function newestIn(listed: string): number | null {
  const times = [...listed.matchAll(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g)].map(([time]) => Date.parse(time))
  return times.length === 0 ? null : Math.max(...times) + 999
}

/** The first version with a SQLite that does not damage a file when two processes rewrite its log. */
const firstGood = [0, 5, 17]

/**
 * @throws BackupError when Litestream is too old, unless the operator has set LITESTREAM_OLD=yes because the data is
 * made up.
 */
export async function requireGoodVersion(replica: Replica): Promise<void> {
  const version = await versionOf(replica)
  if (isAtLeast(version, firstGood) || replica.environment.LITESTREAM_OLD === 'yes') return
  throw new BackupError(
    `Litestream ${version.join('.')} can damage a database: install 0.5.18. To try something out with made-up data only, set LITESTREAM_OLD=yes`,
  )
}

const isOld = async (replica: Replica): Promise<boolean> => !isAtLeast(await versionOf(replica), [0, 5, 0])

const isAtLeast = (version: readonly number[], least: readonly number[]): boolean => {
  const differs = version.findIndex((part, i) => part !== least[i])
  return differs === -1 || version[differs]! > least[differs]!
}

const versions = new Map<string, readonly number[]>()

async function versionOf(replica: Replica): Promise<readonly number[]> {
  const program = locate(replica)
  let version = versions.get(program)
  if (version === undefined) {
    const env = ownEnvironment(replica)
    const options = { env, stdout: 'pipe', stderr: 'pipe', timeout: answerMs } as const
    const told = await arrived(async () => (await endOf(Bun.spawn([program, 'version'], options))).printed)
    version = /(\d+)\.(\d+)\.(\d+)/.exec(told)?.slice(1, 4).map(Number) ?? [0, 0, 0]
    versions.set(program, version)
  }
  return version
}

/** How often a command is run when its output does not arrive. */
const tries = 3

/** The output of a command. The command is run again when its output did not arrive. @throws BackupError. */
async function arrived(run: () => Promise<string | null>): Promise<string> {
  for (let left = tries; left > 0; left--) {
    const printed = await run()
    if (printed !== null) return printed
  }
  throw new BackupError('Litestream has ended, but what it printed did not arrive: it is asked again later')
}

/**
 * Runs one Litestream command on our database and returns its output, or null when the output did not arrive. The
 * command is killed after `patienceMs` without progress, that is while `progress` returns the same number.
 * @throws BackupError with the last line of the command's output.
 */
async function litestream(
  replica: Replica,
  [command, ...options]: string[],
  patienceMs: number,
  progress: () => number = () => 0,
): Promise<string | null> {
  const program = locate(replica)
  const child = Bun.spawn(
    [program, command!, '-config', litestreamConfig(replica), ...options, replica.databasePath],
    {
      env: ownEnvironment(replica),
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    },
  )
  let [reached, reachedAt] = [progress(), performance.now()]
  const timer = setInterval(() => {
    const now = progress()
    if (now !== reached) [reached, reachedAt] = [now, performance.now()]
    else if (performance.now() - reachedAt > patienceMs) child.kill('SIGKILL')
  }, patienceMs / 20)
  const { code, printed, complaint } = await endOf(child)
  clearInterval(timer)
  if (code === 0) return printed
  if (child.signalCode === 'SIGKILL')
    throw new BackupError(
      `Litestream ${command} got nothing for ${patienceMs / 1000} seconds: check that the object store can be reached`,
    )
  const words = (complaint?.trim() || printed?.trim())?.split('\n').at(-1) ?? 'its words did not arrive'
  throw new (command === 'restore' ? RestoreFailed : BackupError)(
    `Litestream ${command} failed: ${words}. Check REPLICA_URL and its keys, and that the object store can be reached`,
  )
}

/** The part of our environment that Litestream needs. Litestream must not see our other secrets. */
export const ownEnvironment = ({ environment }: Replica): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => litestreamReads.test(name)))

const litestreamReads =
  /^(PATH|HOME|TMPDIR|DATABASE_PATH|(REPLICA|AWS|AZURE|LITESTREAM)_.*|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/

/** The absolute path of Litestream. @throws BackupError when the program is missing. */
export function locate({ program, environment }: Replica): string {
  const path = Bun.which(program, { PATH: environment.PATH ?? '' })
  if (path === null)
    throw new BackupError(
      `there is no program "${program}". Get Litestream 0.5.18 from https://github.com/benbjohnson/litestream/releases, and put it on the PATH or set LITESTREAM_BIN to its path`,
    )
  return path
}
