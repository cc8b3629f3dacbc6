import { dlopen } from 'bun:ffi'
import { closeSync, constants, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sync } from './whole-file.ts'

/** Flags of open(2) for a file in this folder without a name. The file disappears with the process that has it open. */
const withoutName = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR
/** Arguments of linkat(2): the folder of the process, and the flag that a link is followed. */
const [here, followLink] = [-100, 0x400]

/** Thrown when a file of this name exists already. */
export class FileThere extends Error {}

/**
 * A new file that only its owner may read. The file gets its name when it is complete and on the disk. On Linux it has
 * no name until then, so that nothing of it is left, however the process ends. On other systems, and on disks without
 * such files, it has a temporary name until then. A process that is killed leaves this temporary file.
 */
export class NewFile implements Disposable {
  readonly file: number
  readonly #to: string
  readonly #unfinished: string | undefined
  #isNamed = false

  /** @throws FileThere, or the error of the operating system. */
  constructor(to: string) {
    if (existsSync(to)) throw new FileThere()
    this.#to = to
    const file = openWithoutName(dirname(resolve(to)))
    if (file === undefined) this.#unfinished = `${to}.${crypto.randomUUID()}.unfinished`
    this.file = file ?? openSync(this.#unfinished!, 'wx+', 0o600)
  }

  /**
   * Gives the file its name. @throws FileThere, or the error of the operating system. After an error, nothing is left
   * of the file.
   */
  finish(): void {
    fsyncSync(this.file)
    if (existsSync(this.#to)) throw new FileThere()
    if (this.#unfinished === undefined) {
      // Another process may have made the file in between. Then the link is refused.
      if (!link(`/proc/self/fd/${this.file}`, this.#to)) throw new FileThere()
    } else renameSync(this.#unfinished, this.#to)
    this.#isNamed = true
    sync(dirname(resolve(this.#to)))
  }

  [Symbol.dispose](): void {
    closeSync(this.file)
    if (!this.#isNamed && this.#unfinished !== undefined) rmSync(this.#unfinished, { force: true })
  }
}

function openWithoutName(folder: string): number | undefined {
  if (libc() === undefined) return undefined
  try {
    return openSync(folder, withoutName, 0o600)
  } catch (error) {
    // A disk that has no such files returns one of these errors.
    if (['EOPNOTSUPP', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}

function link(from: string, to: string): boolean {
  const text = (path: string) => Buffer.from(`${path}\0`)
  return libc()!.linkat(here, text(from), here, text(to), followLink) === 0
}

/**
 * The C library, because Node and Bun cannot give a name to a file without a name. Undefined when there is no C library
 * of Linux.
 */
function libc() {
  if (process.platform !== 'linux') return undefined
  try {
    return dlopen('libc.so.6', {
      linkat: { args: ['i32', 'cstring', 'i32', 'cstring', 'i32'], returns: 'i32' },
    }).symbols
  } catch {
    return undefined
  }
}
