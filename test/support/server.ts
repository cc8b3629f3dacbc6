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

/** Runs a program of the source to its end, as a shell would. `under` is a command that runs the program, such as `nice`. */
export const run = (
  program: string[],
  env: Record<string, string> = {},
  under: string[] = [],
): Promise<Run> => ran([...under, ...withBun, ...program], env)

async function ran(command: string[], env: Record<string, string>): Promise<Run> {
  // Files, because Bun sometimes loses what comes through the pipe of a program that ends on a busy machine.
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

/** What a command says when it closes files that the tests made readable for others. */
const closed = /^other users of this machine could read these files, and they are closed now: .*\n?/m

/** Runs `bun run chairside … --json` and answers the object it prints. @throws when it fails. */
// biome-ignore lint/suspicious/noExplicitAny: every command prints an object of its own
export async function printed(env: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await cli(env, ...args)
  if (code !== 0 || stderr.replace(closed, '') !== '')
    throw new Error(`chairside ${args.join(' ')}: ${code} ${stderr}`)
  return JSON.parse(stdout)
}

/** Runs `bun run chairside …` over a database file and answers the object it prints. @throws when it fails. */
export const chairside = (databasePath: string, ...args: string[]): Promise<Record<string, string>> =>
  printed({ DATABASE_PATH: databasePath }, ...args)

export interface Server extends AsyncDisposable {
  readonly url: string
  /** What it has printed so far. */
  readonly output: () => string
  /** Resolves with the first match, once it is printed. */
  printed(pattern: RegExp): Promise<string>
  readonly pid: number
  readonly as: (token?: string) => Client
  /** Sends a signal and resolves with the exit code, once everything is read that was printed. */
  stop(signal?: NodeJS.Signals): Promise<number>
  readonly exited: Promise<number>
  /** Kills all processes at once, like a power cut. */
  killAll(): Promise<void>
}

/** The address that a server prints, with 127.0.0.1, because `localhost` may mean IPv6. */
function listeningOn(output: string): string | undefined {
  // The output may end within the number so far.
  const [, port] = /"port":(\d+)\D|http:\/\/localhost:(\d+)\D/.exec(output)?.filter(Boolean) ?? []
  return port && `http://127.0.0.1:${port}`
}

/** Starts the server on a free port of this machine and waits until it listens. */
export const startServer = (env: Record<string, string>, ...flags: string[]): Promise<Server> =>
  serving([...servers, ...flags], env)

/** Starts the server, which streams its database through a Litestream of its own. */
export const startReplicated = (env: Record<string, string>): Promise<Server> => serving(servers, env)

/** Starts the server from the source, where this process looks for what a server of the source runs. */
export const startSource = (env: Record<string, string>): Promise<Server> =>
  serving([...withBun, 'src/main.ts'], env)

/** Starts the server by a command that runs another one, such as `nice`. */
export const startUnder = (under: string[], env: Record<string, string>): Promise<Server> =>
  serving([...under, ...servers], env)

/** A server that is about to listen. */
export interface Starting extends AsyncDisposable {
  /** Resolves when it listens. @throws when it ends before. */
  readonly listening: Promise<Server>
}

/** Starts a spare machine. It listens as soon as it serves in the place of another one. */
export const startSpare = (env: Record<string, string>, ...options: string[]): Starting =>
  starting([...commands, 'spare', ...options], env)

/** Starts the executable that `bun run build` makes. */
export const startExecutable = (path: string, env: Record<string, string>, ...words: string[]) =>
  serving([path, ...words], env)

/** The processes that a process has started and that are not gone. */
export function childrenOf(pid: number): number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number) : []
}

const serving = (...how: Parameters<typeof starting>): Promise<Server> => starting(...how).listening

function starting(command: string[], env: Record<string, string>): Starting {
  const child = Bun.spawn(command, {
    ...withEnvironment({ PORT: '0', ...env }),
    // A group of its own, which can be killed as a whole.
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
        // A search in the whole output at each line would take all the time of a long drill.
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
    // A child of a killed server may still hold its output open.
    if (signal !== 'SIGKILL') await hasPrinted.promise
    return code
  }
  const killAll = async () => {
    // Litestream has a group of its own.
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
  // A spare that never had to serve ends before it listens.
  listening.catch(() => undefined)
  return { listening, [Symbol.asyncDispose]: killAll }
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

/** What runs the source. A developer's own `.env` must not change what the tests find. */
const withBun = [process.execPath, '--no-env-file']

/** What starts a command, and what starts a server: the executable that `EXECUTABLE` names, in half the time, or the source. */
const [commands, servers] = process.env.EXECUTABLE
  ? [[resolve(process.env.EXECUTABLE)], [resolve(process.env.EXECUTABLE)]]
  : [
      [...withBun, 'src/cli.ts'],
      [...withBun, 'src/main.ts'],
    ]

/** One credential often makes the whole load of a test, so there are no limits unless a test asks for them. */
const withEnvironment = (env: Record<string, string>) =>
  ({ cwd: root, env: { PATH: process.env.PATH, RATE_LIMIT: 'off', ...env }, stdin: 'ignore' }) as const
