/** Starts the measured programs, each in a separate process. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Seeded } from './seed.ts'

export interface Server {
  readonly port: number
  readonly pid: number
  /** The resident memory in MB. Undefined when the system has no /proc. */
  rss(): number | undefined
  /** Stops the server. A second call does nothing. */
  stop(): Promise<void>
}

/** The environment variables of a program. It does not get the variables of this process. */
export type Env = Readonly<Record<string, string>>

const root = join(import.meta.dir, '../..')

/** A program and its environment variables. */
export interface Program {
  /** The path of an executable of the service. When left out, Bun runs the command. */
  readonly executable?: string
  readonly command: readonly string[]
  readonly env: Env
}

/**
 * The service as `bun run start` runs it, on a free port. The rate limits are off unless `env` sets them, because one
 * credential sends the whole load.
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

/** Starts a program, and waits until it prints the port on which it listens. */
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

/** Finds the port in the output. It continues to read, so that the server never has to wait when it prints. */
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
