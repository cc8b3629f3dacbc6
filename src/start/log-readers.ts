import { readFileSync, statSync } from 'node:fs'
import type { Logger } from 'pino'
import { type Loop, startLoop } from '../jobs/loop.ts'

/** A program of this machine that reads the database. */
interface LogReader {
  readonly pid: number
  readonly program: string
}

/**
 * From this number of bytes on, a write-ahead log (`-wal`) is large. Usually SQLite and Litestream empty it at a few
 * megabytes.
 */
const largeLog = 64 << 20
const everySeconds = 60

/**
 * Warns when another program reads the database for a minute or longer, so that its large log cannot be emptied.
 * Each program is named once. Only Linux has a list of locks. On other systems no program can be named.
 */
export function watchLogReaders(path: string, log: Pick<Logger, 'warn' | 'error'>): Loop {
  const look = lookForReaders(path, largeLog)
  return startLoop(
    everySeconds,
    async () => {
      for (const reader of look())
        log.warn(
          reader,
          `process ${reader.pid} (${reader.program}) reads the database without a pause, so its log (-wal) grows and cannot be emptied: end that process before the disk is full`,
        )
    },
    (error) =>
      log.error({ err: error }, 'nobody knows who reads the database: the next check is in a minute'),
  )
}

/**
 * Returns a function that looks for readers. It returns the programs that read the database now and at the look before,
 * if the log had `least` bytes or more each time. It does not return a program again before that program has paused.
 */
export function lookForReaders(path: string, least: number): () => LogReader[] {
  let before = new Set<number>()
  let named = new Set<number>()
  return () => {
    const isLarge = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) >= least
    const reading = isLarge ? readersOf(path) : new Set<number>()
    const lasting = [...reading].filter((pid) => before.has(pid))
    const fresh = lasting.filter((pid) => !named.has(pid)).map((pid) => ({ pid, program: programOf(pid) }))
    before = reading
    named = new Set(lasting)
    // Litestream always reads, and pauses when it empties the log.
    return fresh.filter(({ program }) => program !== 'litestream')
  }
}

/** The bytes of the index of the log (`-shm`) that readers lock (SQLite, "WAL-mode File Format", section 2.3.1). */
const marks = { first: 123, last: 127 }

/** The processes, apart from this one, that read the database at this moment (proc_locks(5)). */
function readersOf(path: string): Set<number> {
  const index = statSync(`${path}-shm`, { throwIfNoEntry: false })?.ino
  const pids = [...locks().matchAll(/POSIX\s+ADVISORY\s+READ\s+(\d+)\s+\S+:(\d+)\s+(\d+)\s+(\d+)/g)]
    .filter(([, , inode, first, last]) => Number(inode) === index && isMark(Number(first), Number(last)))
    .map(([, pid]) => Number(pid))
  return new Set(pids.filter((pid) => pid > 0 && pid !== process.pid))
}

const isMark = (first: number, last: number): boolean => first >= marks.first && last <= marks.last

function locks(): string {
  try {
    return readFileSync('/proc/locks', 'utf8')
  } catch {
    // Only Linux has this list of locks.
    return ''
  }
}

function programOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    // The process has ended meanwhile, or the system hides it from this user.
    return 'unknown'
  }
}
