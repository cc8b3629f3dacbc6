import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Client, client } from './client.ts'
import { scratch } from './scratch.ts'
import { until } from './until.ts'

const root = join(import.meta.dir, '../..')
let databases = 0
let runs = 0

/** A path in the tests' own folder, without a database yet. */
export const newDatabasePath = (): string => join(scratch, `process-${databases++}.db`)

export interface Run {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs a TypeScript program of this repository to its end, as a shell would. `under` is a command that runs the
 * program, such as `nice`.
 */
export const run = (
  program: string[],
  env: Record<string, string> = {},
  under: string[] = [],
): Promise<Run> => ran([...under, ...withBun, ...program], env)

async function ran(command: string[], env: Record<string, string>): Promise<Run> {
  // The output goes to files. On a busy machine, Bun sometimes loses output from the pipe of a program that ends.
  const [out, err] = [join(scratch, `run-${runs}.out`), join(scratch, `run-${runs++}.err`)]
  const code = await Bun.spawn(command, {
    ...withEnvironment(env),
    stdout: Bun.file(out),
    stderr: Bun.file(err),
  }).exited
  return { code, stdout: readFileSync(out, 'utf8'), stderr: readFileSync(err, 'utf8') }
}

/** Runs `chairside …` to its end. */
export const command = (env: Record<string, string>, ...args: string[]): Promise<Run> =>
  ran([...commands, ...args], env)

/** Runs `chairside … --json` to its end. */
export const cli = (env: Record<string, string>, ...args: string[]): Promise<Run> =>
  command(env, ...args, '--json')

/** The message of a command that makes files private again. Tests had made these files readable for other users. */
const closed = /^other users of this machine could read these files, and they are closed now: .*\n?/m

/** Runs `bun run chairside … --json` and returns the object that the command prints. @throws when it fails. */
// biome-ignore lint/suspicious/noExplicitAny: every command prints an object of its own
export async function printed(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await cli(env, ...args)
  if (code !== 0 || stderr.replace(closed, '') !== '')
    throw new Error(`chairside ${args.join(' ')}: ${code} ${stderr}`)
  return JSON.parse(stdout)
}

/**
 * Runs `bun run chairside …` for a database file and returns the object that the command prints. @throws when it fails.
 */
export const chairside = (databasePath: string, ...args: string[]): Promise<Record<string, string>> =>
  printed({ DATABASE_PATH: databasePath }, ...args)

export interface Server extends AsyncDisposable {
  readonly url: string
  /** The output of the server so far. */
  readonly output: () => string
  /** Resolves with the first match as soon as the output contains one. */
  printed(pattern: RegExp): Promise<string>
  readonly pid: number
  readonly as: (token?: string) => Client
  /** Sends a signal. Resolves with the exit code after the whole output was read. */
  stop(signal?: NodeJS.Signals): Promise<number>
  readonly exited: Promise<number>
  /** Kills the server and its child processes at once, like a power cut. */
  killAll(): Promise<void>
}

/** The address that a server prints. It has 127.0.0.1 as its host, because `localhost` may mean IPv6. */
function listeningOn(output: string): string | undefined {
  // The output so far may end in the middle of the number.
  const [, port] = /"port":(\d+)\D|http:\/\/localhost:(\d+)\D/.exec(output)?.filter(Boolean) ?? []
  return port && `http://127.0.0.1:${port}`
}

/** Starts the server on a free port of this machine and waits until it listens. */
export const startServer = (env: Record<string, string>, ...flags: string[]): Promise<Server> =>
  serving([...servers, ...flags], env)

/** Starts the server, which starts Litestream to stream its database. */
export const startReplicated = (env: Record<string, string>): Promise<Server> => serving(servers, env)

/** Starts the server from the source, for a test in which this process looks for the programs of such a server. */
export const startSource = (env: Record<string, string>): Promise<Server> =>
  serving([...withBun, 'src/main.ts'], env)

/** Starts the server by a command that runs another command, such as `nice`. */
export const startUnder = (under: string[], env: Record<string, string>): Promise<Server> =>
  serving([...under, ...servers], env)

/** A server that is about to listen. */
export interface Starting extends AsyncDisposable {
  /** Resolves when the server listens. @throws when the server ends before. */
  readonly listening: Promise<Server>
}

/** Starts a spare machine. It listens as soon as it takes over from another machine. */
export const startSpare = (env: Record<string, string>, ...options: string[]): Starting =>
  starting([...commands, 'spare', ...options], env)

/** Starts the executable that `bun run build` makes. */
export const startExecutable = (path: string, env: Record<string, string>, ...words: string[]) =>
  serving([path, ...words], env)

/** The child processes of a process that still exist. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

const serving = (...how: Parameters<typeof starting>): Promise<Server> => starting(...how).listening

function starting(command: string[], env: Record<string, string>): Starting {
  const child = Bun.spawn(command, {
    ...withEnvironment({ PORT: '0', ...env }),
    // The server gets its own process group, so that the whole group can be killed.
    detached: true,
    stdout: 'pipe',
    stderr: 'pipe',
  })
  let output = ''
  let listens = false
  const hasPrinted = Promise.withResolvers<void>()
  const address = new Promise<string>((resolve, reject) => {
    const read = async () => {
      for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
        output += text
        // The search stops after the first match. In a long drill, a search in the whole output at each line would take
        // too much time.
        const address = listens ? undefined : listeningOn(output)
        if (address === undefined) continue
        listens = true
        resolve(address)
      }
      hasPrinted.resolve()
      reject(new Error(`the server ended before it listened: ${output}${await text(child.stderr)}`))
    }
    read().catch(reject)
  })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    const code = await child.exited
    // A killed server's child may still hold the output open, so the output might never end.
    if (signal !== 'SIGKILL') await hasPrinted.promise
    return code
  }
  const killAll = async () => {
    // Litestream has its own process group.
    for (const pid of [child.pid, ...childrenOf(child.pid)])
      try {
        process.kill(-pid, 'SIGKILL')
      } catch {
        // The whole group has ended already, or the child is in the group of the server.
      }
    await child.exited
  }
  const serverAt = (url: string): Server => ({
    url,
    output: () => output,
    printed: (pattern) =>
      until(
        () => `${pattern} in the output of the server: ${output}`,
        () => pattern.exec(output)?.[0],
      ),
    pid: child.pid,
    as: (token) => client((request) => fetch(request), token, url),
    stop,
    exited: child.exited,
    killAll,
    [Symbol.asyncDispose]: killAll,
  })
  const listening = address.then(serverAt)
  // A spare that never takes over ends before it listens. This is no error.
  listening.catch(() => undefined)
  return { listening, [Symbol.asyncDispose]: killAll }
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

/** The command that runs a source file. A developer's `.env` must not change the results of the tests. */
const withBun = [process.execPath, '--no-env-file']

/**
 * How to start a command and a server: by the executable that `EXECUTABLE` names, or else from the source. The
 * executable starts in half the time.
 */
const [commands, servers] = process.env.EXECUTABLE
  ? [[resolve(process.env.EXECUTABLE)], [resolve(process.env.EXECUTABLE)]]
  : [
      [...withBun, 'src/cli.ts'],
      [...withBun, 'src/main.ts'],
    ]

/** In many tests one credential sends all requests. So there are no rate limits, unless a test sets them. */
const withEnvironment = (env: Record<string, string>) =>
  ({ cwd: root, env: { PATH: process.env.PATH, RATE_LIMIT: 'off', ...env }, stdin: 'ignore' }) as const
