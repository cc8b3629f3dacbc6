import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Replica } from '../config.ts'
import { spawnTogether } from './ending-together.ts'
import { BackupError, litestreamConfig, locate, ownEnvironment } from './litestream.ts'

/**
 * Litestream first looks at the database a second after its start. A Litestream that is ended before this look sends
 * nothing.
 */
const firstLookMs = 2_000

/**
 * Litestream as a child process that ends with this server. Litestream streams the log of the database to the object
 * store.
 */
export class LitestreamProcess {
  readonly #replica: Replica
  readonly #ended: (code: number | null, ranMs: number) => void
  #child: Bun.Subprocess | undefined
  #startedAt = 0

  /** `ended` is called when Litestream ends by itself, with its exit code and the milliseconds that it ran. */
  constructor(replica: Replica, ended: (code: number | null, ranMs: number) => void) {
    this.#replica = replica
    this.#ended = ended
  }

  get running(): boolean {
    return this.#child !== undefined
  }

  /**
   * Starts Litestream, which streams to `place`.
   * @throws BackupError when the program is missing, or when the Litestream of an earlier start does not end.
   */
  start(place: Replica): void {
    if (this.#child !== undefined) return
    endLeftOver(this.#replica)
    const child = spawnTogether([locate(this.#replica), 'replicate', '-config', litestreamConfig(place)], {
      env: ownEnvironment(place),
      // Litestream has its own process group. So Ctrl-C in a terminal reaches only this server, which then ends
      // Litestream in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      onExit: (ended, code) => {
        // This call may come after another Litestream was started. In this case the file that names the new process
        // must stay.
        if (this.#child !== ended) return
        this.#child = undefined
        this.#forget()
        this.#ended(code, performance.now() - this.#startedAt)
      },
    })
    this.#child = child
    this.#startedAt = performance.now()
    try {
      writeFileSync(pidFile(this.#replica), String(child.pid), { mode: 0o600 })
    } catch {
      // The disk is full. The file is needed only after this server was killed.
    }
  }

  /**
   * Asks Litestream to send the rest of the log, within the time that `litestream.yml` allows, and to end. Resolves
   * when it has ended. Returns true when Litestream ran and sent everything: its exit code is 0 only then.
   */
  async stop(): Promise<boolean> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return false
    await Bun.sleep(Math.max(0, this.#startedAt + firstLookMs - performance.now()))
    child.kill('SIGTERM')
    // A program that SIGSTOP has halted handles SIGTERM only after SIGCONT.
    child.kill('SIGCONT')
    const code = await child.exited
    this.#forget()
    return code === 0
  }

  /** Ends Litestream at once, and resolves when it has ended. It sends nothing more. */
  async kill(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    child.kill('SIGKILL')
    await child.exited
    this.#forget()
  }

  #forget(): void {
    rmSync(pidFile(this.#replica), { force: true })
  }
}

const pidFile = ({ databasePath }: Replica) => `${databasePath}.litestream`

/** How long a killed program may take to end, in milliseconds. A killed program ends at once, unless the disk hangs. */
const endsWithinMs = 10_000

/**
 * Ends a Litestream that still runs although its server was killed. Two Litestreams at one database would disturb each
 * other. Returns whether an earlier server left the file with the process id of its Litestream, because the server did
 * not end in order.
 * @throws BackupError when that Litestream does not end.
 */
export function endLeftOver(replica: Replica): boolean {
  const pid = litestreamPid(replica)
  if (pid === null) return false
  // The process id may belong to another program by now.
  if (isLitestream(pid, replica)) {
    process.kill(pid, 'SIGKILL')
    // Litestream holds a lock on the database until it has ended.
    for (const deadline = performance.now() + endsWithinMs; !hasEnded(pid); Bun.sleepSync(10))
      if (performance.now() > deadline)
        throw new BackupError(
          `the Litestream of an earlier start (process ${pid}) does not end: look whether the disk hangs, or restart the machine`,
        )
  }
  // On a full disk, a start needs the room that this file takes.
  rmSync(pidFile(replica), { force: true })
  return true
}

/**
 * The state of the Litestream of a database, for people on the same machine. `stands still`: a signal has halted the
 * process, and it has not been continued. Null when the system has no list of processes in `/proc`.
 */
export function litestreamState(replica: Replica): 'runs' | 'stands still' | 'gone' | null {
  if (!existsSync('/proc/self/stat')) return null
  const pid = litestreamPid(replica)
  if (pid === null || !isLitestream(pid, replica) || hasEnded(pid)) return 'gone'
  return 'Tt'.includes(statOf(pid)[0]!) ? 'stands still' : 'runs'
}

/** The process id of Litestream, which a server has noted beside the database. Null when there is no note. */
export function litestreamPid(replica: Replica): number | null {
  const file = pidFile(replica)
  return existsSync(file) ? Number(readFileSync(file, 'utf8')) : null
}

function isLitestream(pid: number, replica: Replica): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(litestreamConfig(replica))
  } catch {
    return false
  }
}

/**
 * Whether a process is gone, or is a zombie with all its threads ended (proc_pid_stat(5), fields 3 and 20). The files
 * of such a process are closed.
 */
function hasEnded(pid: number): boolean {
  try {
    const fields = statOf(pid)
    return 'ZX'.includes(fields[0]!) && Number(fields[17]) <= 1
  } catch {
    return true
  }
}

/**
 * The fields that Linux gives about a process, from its state on (proc_pid_stat(5)). @throws when there is no such
 * process.
 */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
