import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Replica } from '../config.ts'
import { spawnTogether } from './ending-together.ts'
import { BackupError, litestreamConfig, locate, ownEnvironment } from './litestream.ts'

/** Litestream first looks at the database a second after its start. Ended before that, it sends nothing. */
const firstLookMs = 2_000

/** Litestream as a child of this server, which ends with it. It streams the log of the database to the object store. */
export class LitestreamProcess {
  readonly #replica: Replica
  readonly #ended: (code: number | null, ranMs: number) => void
  #child: Bun.Subprocess | undefined
  #startedAt = 0

  /** `ended` is called when Litestream ends without having been asked to, with the milliseconds that it ran. */
  constructor(replica: Replica, ended: (code: number | null, ranMs: number) => void) {
    this.#replica = replica
    this.#ended = ended
  }

  get running(): boolean {
    return this.#child !== undefined
  }

  /**
   * Streams to this place.
   * @throws BackupError when the program is not there, or when one of an earlier start does not end.
   */
  start(place: Replica): void {
    if (this.#child !== undefined) return
    endLeftOver(this.#replica)
    const child = spawnTogether([locate(this.#replica), 'replicate', '-config', litestreamConfig(place)], {
      env: ownEnvironment(place),
      // A group of its own, so that Ctrl-C in a terminal reaches only this server, which then ends Litestream in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      onExit: (ended, code) => {
        // When it is called late, after another one was started, this must not remove what names the other one.
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
      // A full disk. The file only helps after a kill of this server.
    }
  }

  /**
   * Has Litestream send the rest of the log, for as long as `litestream.yml` says, and resolves when it has ended.
   * Answers whether it ran and has sent everything: it ends with an error when its last sync has failed.
   */
  async stop(): Promise<boolean> {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return false
    await Bun.sleep(Math.max(0, this.#startedAt + firstLookMs - performance.now()))
    child.kill('SIGTERM')
    // A program that a signal has stopped takes the other signal only when it goes on.
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

/** A killed program ends at once, unless the disk hangs. In milliseconds. */
const endsWithinMs = 10_000

/**
 * Ends a Litestream that outlived a server which was killed, as where nothing ties the two. Two at one database would
 * disturb each other.
 * Answers whether an earlier server has left a note of its Litestream, because it did not end in order.
 * @throws BackupError when it does not end.
 */
export function endLeftOver(replica: Replica): boolean {
  const pid = litestreamPid(replica)
  if (pid === null) return false
  // The number may belong to any other program by now.
  if (isLitestream(pid, replica)) {
    process.kill(pid, 'SIGKILL')
    // Litestream holds a lock on the database until it has ended.
    for (const deadline = performance.now() + endsWithinMs; !hasEnded(pid); Bun.sleepSync(10))
      if (performance.now() > deadline)
        throw new BackupError(
          `the Litestream of an earlier start (process ${pid}) does not end: look whether the disk hangs, or restart the machine`,
        )
  }
  // On a full disk, the next start needs the room that this note takes.
  rmSync(pidFile(replica), { force: true })
  return true
}

/**
 * What the Litestream beside a database does, for people on the same machine. `stands still`: a signal has stopped it,
 * and none has let it go on. Null where the system does not list its processes.
 */
export function litestreamState(replica: Replica): 'runs' | 'stands still' | 'gone' | null {
  if (!existsSync('/proc/self/stat')) return null
  const pid = litestreamPid(replica)
  if (pid === null || !isLitestream(pid, replica) || hasEnded(pid)) return 'gone'
  return 'Tt'.includes(statOf(pid)[0]!) ? 'stands still' : 'runs'
}

/** The number of the Litestream that a server has noted beside the database; null when there is none. */
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
 * Whether a process is gone, or has ended with all its threads and nobody asked how (proc_pid_stat(5), fields 3 and 20).
 * Its files are closed by then.
 */
function hasEnded(pid: number): boolean {
  try {
    const fields = statOf(pid)
    return 'ZX'.includes(fields[0]!) && Number(fields[17]) <= 1
  } catch {
    return true
  }
}

/** The facts that Linux gives about a process, from its state on (proc_pid_stat(5)). @throws when there is none. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
