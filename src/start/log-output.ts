import { writeSync } from 'node:fs'

/**
 * A pipe takes this number of bytes at once, without bytes of another process in between (pipe(7), PIPE_BUF). Here and
 * below, a character counts as a byte. Hardly any line has longer characters, and counting bytes costs as much as
 * making a line.
 */
const pieceSize = 4_096
/** How long a line may wait until it is written, in milliseconds. */
const latestMs = 100
/** How long to wait before the next try when the reader has no room, in milliseconds. */
const retryMs = 20
/** How many characters may wait for the reader. Further lines below `warn` are lost. */
const mostSize = 1_048_576
/**
 * How many more characters may wait for each level from `warn` on. Then lines of one level always leave room for the
 * levels above it, and a process can always log why it ends.
 */
const reserve = 65_536
/** How long the end of the process waits for the reader, in milliseconds. */
const lastWaitMs = 1_000
/** The lowest level with lines that are written at once: `warn`. */
const urgent = 40
/** Asks pino to set `lastLevel` before each line. */
const metadata = Symbol.for('pino.metadata')

/**
 * Writes the lines of the log in their order. Several lines share a system call, because a call costs about as much as
 * making a line, and wakes the reader. A line waits until there are 4 KiB of lines, or for 100 ms. A warning or an
 * error is written at once, with all lines before it. The end of the process also writes all lines, even when an
 * uncaught error ends it. A signal that ends the process at once, such as SIGKILL or SIGHUP, loses the lines of the
 * last 100 ms.
 *
 * When writing to `fd` does not block, a reader that stops reading delays nothing else. Up to 1 MiB of lines waits for
 * the reader, and each level from `warn` on has 64 KiB more. Lines wait in the same way while the disk of a log file is
 * full. `lost` is called with the number of lines that found no room, once there is room again.
 *
 * The destination that is part of pino also runs under Bun, and takes slightly more processor time. It does not keep
 * room for warnings: when the reader stops, it drops lines of every level. It also does not write a warning at once.
 */
export class LogOutput {
  readonly #fd: number
  readonly #lost: (lines: number) => void
  readonly [metadata] = true
  lastLevel = 0
  /** The text that waits, in pieces of whole lines. New lines go to the last piece. */
  readonly #pieces: string[] = []
  /** The rest of a piece of which the reader took only a part. */
  #rest: Buffer | undefined
  #size = 0
  #isStuck = false
  #lostLines = 0
  #timer: Timer | undefined

  constructor(fd: number, lost: (lines: number) => void) {
    this.#fd = fd
    this.#lost = lost
    process.on('exit', () => this.#end())
  }

  /** Takes one line with its line feed. */
  write(line: string): void {
    const isUrgent = this.lastLevel >= urgent
    if (this.#size + line.length > (isUrgent ? urgentSize(this.lastLevel) : this.#usualSize)) {
      this.#lostLines++
      return
    }
    this.#tellLost()
    this.#add(line)
    if (isUrgent) this.flush()
    else this.#flushLater(latestMs)
  }

  /**
   * The room for lines below `warn`. After a loss, half of it must be free first. So there are few gaps, and each is
   * named.
   */
  get #usualSize(): number {
    return this.#lostLines > 0 ? mostSize / 2 : mostSize
  }

  #add(line: string): void {
    const last = this.#pieces.length - 1
    if (last >= 0 && this.#pieces[last]!.length + line.length <= pieceSize) this.#pieces[last] += line
    else {
      if (!this.#isStuck) this.#send()
      this.#pieces.push(line)
    }
    this.#size += line.length
  }

  /** Writes the lines that wait. Lines for which the reader has no room are tried again later. */
  flush(): void {
    this.#send()
    if (this.#isStuck) return
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#tellLost()
  }

  #flushLater(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.flush()
    }, ms).unref()
  }

  #send(): void {
    this.#isStuck = false
    while (this.#rest !== undefined || this.#pieces.length > 0) {
      if (this.#rest === undefined) {
        const piece = this.#pieces.shift()!
        this.#size -= piece.length
        this.#rest = Buffer.from(piece)
      }
      const written = this.#written(this.#rest)
      if (written < this.#rest.length) {
        this.#rest = this.#rest.subarray(written)
        this.#isStuck = true
        clearTimeout(this.#timer)
        this.#timer = undefined
        this.#flushLater(retryMs)
        return
      }
      this.#rest = undefined
    }
  }

  /**
   * How many bytes the reader took. When the reader is gone, all bytes count as taken. A full disk takes no bytes now,
   * but may have room later.
   */
  #written(bytes: Buffer): number {
    try {
      return writeSync(this.#fd, bytes)
    } catch (error) {
      return isGone((error as NodeJS.ErrnoException).code) ? bytes.length : 0
    }
  }

  #tellLost(): void {
    const lines = this.#lostLines
    if (lines === 0) return
    this.#lostLines = 0
    this.#lost(lines)
    // The line about the lost lines may find no room itself.
    if (this.#lostLines > 0) this.#lostLines = lines
  }

  #end(): void {
    const end = performance.now() + lastWaitMs
    this.flush()
    while (this.#isStuck && performance.now() < end) {
      Bun.sleepSync(5)
      this.flush()
    }
  }
}

/** How many characters may wait before a line of this level, `warn` or above, is lost. */
const urgentSize = (level: number): number => mostSize + (1 + (level - urgent) / 10) * reserve

/** Whether an error says that nobody will ever read from the pipe or the socket again. */
const isGone = (code: string | undefined): boolean => code === 'EPIPE' || code === 'ECONNRESET'
