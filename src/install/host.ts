import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { endOf } from '../process-end.ts'

/** The error that the installation cannot go on. The message gives the reason, and says what to do. */
export class InstallError extends Error {}

export interface Ran {
  readonly code: number
  /** The output of the command, errors included. */
  readonly text: string
}

/** The machine that chairside is installed on. All access to the machine uses this interface. */
export interface Host {
  /** The folder that is used as `/`. */
  readonly root: string
  run(command: readonly string[], cwd?: string): Promise<Ran>
  /** Sends a request. Returns the status of the answer, or null when there is no answer. */
  ask(url: string): Promise<number | null>
  /** Waits, in milliseconds. */
  wait(ms: number): Promise<void>
  /** Shows the person at the terminal which step is being done. */
  say(line: string): void
}

/** This machine. */
export const thisMachine: Host = {
  root: '/',
  async run(command, cwd = '/') {
    const child = Bun.spawn([...command], { cwd, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
    const { code, printed, complaint } = await endOf(child)
    return { code, text: `${printed ?? ''}${complaint ?? ''}` }
  },
  async ask(url) {
    try {
      return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status
    } catch {
      return null
    }
  },
  wait: (ms) => Bun.sleep(ms),
  say: (line) => console.log(line),
}

/** The real path for a path of the machine. */
export const on = (host: Host, path: string): string => join(host.root, path)

export const isThere = (host: Host, path: string): boolean => existsSync(on(host, path))

/** The text of a file. Empty when the file does not exist. */
export const textOf = (host: Host, path: string): string =>
  isThere(host, path) ? readFileSync(on(host, path), 'utf8') : ''

/**
 * Writes a file completely or not at all. Returns whether anything changed. Afterwards the file has the permissions
 * `mode`, even if its text is the same.
 */
export function put(host: Host, path: string, text: string, mode: number): boolean {
  const file = on(host, path)
  if (existsSync(file) && readFileSync(file, 'utf8') === text && (statSync(file).mode & 0o777) === mode)
    return false
  mkdirSync(dirname(file), { recursive: true })
  const folder = mkdtempSync(join(dirname(file), '.chairside-'))
  try {
    const unfinished = join(folder, 'file')
    writeFileSync(unfinished, text, { mode: 0o600 })
    chmodSync(unfinished, mode)
    renameSync(unfinished, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
  host.say(`wrote ${path}`)
  return true
}

/** Removes a file or folder. Returns whether it existed. */
export function remove(host: Host, path: string): boolean {
  if (!isThere(host, path)) return false
  rmSync(on(host, path), { recursive: true })
  host.say(`removed ${path}`)
  return true
}

/** Runs a command that must succeed, and returns its output. @throws InstallError with the last lines of the output. */
export async function must(host: Host, command: readonly string[], cwd?: string): Promise<string> {
  const { code, text } = await host.run(command, cwd)
  if (code === 0) return text
  throw new InstallError(`"${command.join(' ')}" failed: ${text.trim().split('\n').slice(-3).join(' / ')}`)
}
