import { dlopen } from 'bun:ffi'
import { closeSync, constants, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { sync } from './whole-file.ts'

/** open(2): a file of this folder without a name. It is gone with the process that has it open. */
const withoutName = 0o20000000 | constants.O_DIRECTORY | constants.O_RDWR
/** linkat(2): the folder of the process, and that a link is followed. */
const [here, followLink] = [-100, 0x400]

/** The file of this name is there already. */
export class FileThere extends Error {}

/**
 * A new file that only its owner may read. It gets its name when it is whole and on the disk. On Linux it has no name
 * until then, so that nothing of it stays, however the process ends. Elsewhere, and on disks that cannot do so, it has
 * another name until then, which a process that is killed leaves.
 */
export class NewFile implements Disposable {
  readonly file: number
  readonly #to: string
  readonly #unfinished: string | undefined
  #isNamed = false

  /** @throws FileThere, and what the operating system says. */
  constructor(to: string) {
    if (existsSync(to)) throw new FileThere()
    this.#to = to
    const file = openWithoutName(dirname(resolve(to)))
    if (file === undefined) this.#unfinished = `${to}.${crypto.randomUUID()}.unfinished`
    this.file = file ?? openSync(this.#unfinished!, 'wx+', 0o600)
  }

  /** Gives the file its name. @throws FileThere, and what the operating system says. Then nothing is left of it. */
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
    // A disk that has no such files says one of these.
    if (['EOPNOTSUPP', 'EISDIR', 'EINVAL'].includes((error as NodeJS.ErrnoException).code!)) return undefined
    throw error
  }
}

function link(from: string, to: string): boolean {
  const text = (path: string) => Buffer.from(`${path}\0`)
  return libc()!.linkat(here, text(from), here, text(to), followLink) === 0
}

/** Node and Bun cannot name a file that has no name. Undefined where the C library of Linux is not there. */
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
