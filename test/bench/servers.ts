/** Starts the programs that are measured, each in a process of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Server {
  readonly port: number
  readonly pid: number
  /** Resident memory in MB. Undefined where there is no /proc. */
  rss(): number | undefined
  stop(): Promise<void>
}

const root = join(import.meta.dir, '../..')

/** Starts the service as `bun run start` does. The limits are off, because one credential makes the whole load. */
export const startOurs = (databasePath: string): Promise<Server> =>
  start(['src/main.ts'], {
    DATABASE_PATH: databasePath,
    PORT: '0',
    HOST: '127.0.0.1',
    RATE_LIMIT: 'off',
  })

/** Starts the bare program. */
export const startBare = (databasePath: string, practiceId: string, userId: string): Promise<Server> =>
  start(['test/bench/bare.ts', databasePath, practiceId, userId], {})

async function start(program: string[], env: Record<string, string>): Promise<Server> {
  const child = Bun.spawn([process.execPath, ...program], {
    cwd: root,
    env: { PATH: process.env.PATH, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'inherit',
  })
  const kill = () => child.kill()
  process.once('exit', kill)
  const port = await portPrinted(child.stdout)
  return {
    port,
    pid: child.pid,
    rss: () => residentMegabytes(child.pid),
    async stop() {
      kill()
      await child.exited
      process.off('exit', kill)
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
