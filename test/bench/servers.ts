/** Starts the programs that are measured, each in a process of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seeded } from './seed.ts'

export interface Server {
  readonly port: number
  readonly pid: number
  /** Resident memory in MB. Undefined where there is no /proc. */
  rss(): number | undefined
  /** Stops the server. A second call does nothing. */
  stop(): Promise<void>
}

/** Environment variables. Those of this process do not reach the programs. */
export type Env = Readonly<Record<string, string>>

const root = join(import.meta.dir, '../..')

/** A program and its environment variables. */
export interface Program {
  /** The executable of the service. Without one, Bun runs the command. */
  readonly executable?: string
  readonly command: readonly string[]
  readonly env: Env
}

/**
 * The service as `bun run start` runs it, on a free port. The limits are off unless `env` sets them, because one
 * credential makes the whole load.
 */
export const ourProgram = (databasePath: string, env: Env = {}): Program => ({
  command: ['src/main.ts'],
  env: { DATABASE_PATH: databasePath, PORT: '0', HOST: '127.0.0.1', RATE_LIMIT: 'off', ...env },
})

/** The bare program. */
export const bareProgram = (
  databasePath: string,
  { practiceId, userId }: Pick<Seeded, 'practiceId' | 'userId'>,
  env: Env = {},
): Program => ({ command: ['test/bench/bare.ts', databasePath, practiceId, userId], env })

export const startOurs = (databasePath: string, env?: Env): Promise<Server> =>
  start(ourProgram(databasePath, env))

export const startUntold = (databasePath: string): Promise<Server> =>
  start({ ...ourProgram(databasePath), command: ['test/bench/untold.ts'] })

export const startBare = (databasePath: string, seeded: Seeded, env?: Env): Promise<Server> =>
  start(bareProgram(databasePath, seeded, env))

/** Starts a program. It is killed when this process ends. */
export function spawn({ executable = process.execPath, command, env }: Program) {
  const child = Bun.spawn([executable, ...command], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  void child.exited.then(() => process.off('exit', kill))
  return child
}

/** Starts a program, and waits until it prints where it listens. */
export async function start(program: Program): Promise<Server> {
  const child = spawn(program)
  return {
    port: await portPrinted(child.stdout),
    pid: child.pid,
    rss: () => residentMegabytes(child.pid),
    async stop() {
      child.kill()
      await child.exited
    },
  }
}

/** Keeps reading, so that a server that prints never has to wait. */
function portPrinted(stdout: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const read = async () => {
      let output = ''
      for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
        if (output.length < 10_000) output += text
        const port = /http:\/\/localhost:(\d+)/.exec(output)?.[1]
        if (port !== undefined) resolve(Number(port))
      }
      reject(new Error(`the server ended before it listened: ${output}`))
    }
    read().catch(reject)
  })
}

function residentMegabytes(pid: number): number | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024
  } catch {
    return undefined
  }
}
