/** Object stores on this machine, as settings for the server and the command line. */
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { scratch } from './scratch.ts'
import { until } from './until.ts'

export type Settings = Record<string, string>

/** The Litestream program that LITESTREAM_BIN names, or else the one of the npm package. */
export const litestream = {
  // The npm package brings an old version. For made-up data it will do.
  ...(process.env.LITESTREAM_BIN === undefined && { LITESTREAM_OLD: 'yes' }),
  LITESTREAM_BIN:
    process.env.LITESTREAM_BIN ??
    join(
      import.meta.dir,
      `../../node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
    ),
}

let replicas = 0
const newPath = () => `clinic-${replicas++}`

/** Settings for a database that is streamed to a folder. */
export function folderReplica(): Settings {
  const folder = mkdtempSync(join(scratch, 'replica-'))
  return {
    ...litestream,
    DATABASE_PATH: join(folder, 'disk/clinic.db'),
    REPLICA_URL: `file://${join(folder, 'store')}`,
  }
}

/**
 * Takes the folder of a store away in one step. To remove its files one by one fails when Litestream adds another one
 * meanwhile.
 */
export const takeAway = (folder: string): void => renameSync(folder, `${folder}.${crypto.randomUUID()}`)

/** A network line to a store that a test can cut. */
export interface StoreLine {
  /** Cuts the line until `mend` is called. */
  cut(): void
  mend(): void
  /** From now on the line has this trouble; null ends it. What hung meanwhile is never answered. */
  trouble(kind: Trouble | null): void
}

export interface ObjectStore extends StoreLine, AsyncDisposable {
  /** Settings for another database that is streamed to this store. */
  newReplica(): Settings
  /** Another line to the store, as another machine has it, and these settings by it. */
  otherLine(settings: Settings): Promise<{ readonly line: StoreLine; readonly settings: Settings }>
  /** Kills the program of the store, and starts it again over what it has kept. */
  restart(): Promise<void>
}

/**
 * A request is never answered, every part of it takes half a second, or it is refused with this status. `thin`: the line
 * takes 30 KB a second. `full`: reads are answered, and writes are refused with 507 (RFC 4918 §11.5), as by stores on
 * a full disk. `deaf`: every request is carried out, and no answer comes back.
 */
export type Trouble = 'hang' | 'deaf' | 'slow' | 'thin' | 'full' | 403 | 500

/** Azurite's built-in account. */
const account = 'devstoreaccount1'
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Microsoft's emulator of Azure Blob Storage, over a folder. */
export async function azurite(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(scratch, 'azurite-'))
  const port = Number(await freePort())
  const store = await program(
    [
      process.execPath,
      'node_modules/azurite/dist/src/blob/main.js',
      ...['--silent', '--skipApiVersionCheck', '--disableTelemetry', '--location', folder],
      ...['--blobPort', String(port)],
    ],
    port,
  )
  await createContainer(port, 'clinics')
  return {
    ...store,
    newReplica: () => ({
      ...litestream,
      DATABASE_PATH: join(folder, newPath(), 'clinic.db'),
      REPLICA_URL: `abs://${account}@clinics/${newPath()}`,
      REPLICA_ENDPOINT: `http://127.0.0.1:${store.port}/${account}`,
      LITESTREAM_AZURE_ACCOUNT_KEY: key,
    }),
  }
}

/** A real S3 server, versitygw, over a folder; `VERSITYGW_BIN` names it. */
export async function s3Server(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(scratch, 's3-'))
  mkdirSync(join(folder, 'store/clinics'), { recursive: true })
  // Tags of objects and uploads in parts need a place for what the gateway knows about objects.
  mkdirSync(join(folder, 'known'))
  const port = Number(await freePort())
  const store = await program(
    [
      process.env.VERSITYGW_BIN ?? 'versitygw',
      ...['--port', `127.0.0.1:${port}`, '--access', 'drill', '--secret', 'drill-secret'],
      ...['posix', '--sidecar', join(folder, 'known'), join(folder, 'store')],
    ],
    port,
  )
  return {
    ...store,
    newReplica: () => ({
      ...litestream,
      DATABASE_PATH: join(folder, newPath(), 'clinic.db'),
      REPLICA_URL: `s3://clinics/${newPath()}`,
      REPLICA_ENDPOINT: `http://127.0.0.1:${store.port}`,
      REPLICA_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'drill',
      AWS_SECRET_ACCESS_KEY: 'drill-secret',
    }),
  }
}

/** Starts the store's program behind a network line that a test can cut. */
async function program(
  command: string[],
  port: number,
): Promise<Line & Pick<ObjectStore, 'otherLine' | 'restart'> & AsyncDisposable> {
  const start = async () => {
    const child = Bun.spawn(command, {
      env: { PATH: process.env.PATH },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'ignore',
    })
    await until(`an answer of ${command[0]}`, () => {
      if (child.exitCode !== null) throw new Error(`${command[0]} ended with ${child.exitCode}`)
      return answers(port)
    })
    return child
  }
  let child = await start()
  const kill = async () => {
    child.kill('SIGKILL')
    await child.exited
  }
  // A port that the system gives out could be given to another process while the line is cut.
  const lines = [lineTo(port, Number(await freePort()))]
  const [line] = lines as [Line]
  return {
    ...line,
    async otherLine(settings) {
      const other = lineTo(port, Number(await freePort()))
      lines.push(other)
      const endpoint = settings.REPLICA_ENDPOINT!.replace(`:${line.port}`, `:${other.port}`)
      return { line: other, settings: { ...settings, REPLICA_ENDPOINT: endpoint } }
    },
    async restart() {
      await kill()
      child = await start()
    },
    async [Symbol.asyncDispose]() {
      for (const one of lines) one.cut()
      await kill()
    },
  }
}

type Line = StoreLine & { readonly port: number }

/** A line from `own`, a port of this machine, to `port`. */
function lineTo(port: number, own: number): Line {
  const sockets = new Set<Socket>()
  let kind: Trouble | null = null
  const refuse = (near: Socket, status: number) =>
    near.end(`HTTP/1.1 ${status} Trouble\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`)
  const pass = (chunk: Buffer, near: Socket, far: Socket) => {
    // The rest of a request that was refused.
    if (near.writableEnded || kind === 'hang') return
    if (kind === 'deaf') far.write(chunk)
    else if (kind === 'slow') setTimeout(() => far.write(chunk), slowMs)
    else if (kind === 'thin') trickle(chunk, near, far)
    else if (kind === null) far.write(chunk)
    else if (kind !== 'full') refuse(near, kind)
    else if (/^(PUT|POST) /.test(chunk.toString('latin1', 0, 5))) refuse(near, 507)
    else far.write(chunk)
  }
  /** All connections share the line. */
  let freeAt = 0
  function trickle(chunk: Buffer, near: Socket, far: Socket): void {
    near.pause()
    freeAt = Math.max(freeAt, performance.now()) + chunk.length / thinBytes
    setTimeout(() => {
      far.write(chunk)
      near.resume()
    }, freeAt - performance.now())
  }
  const listen = () => {
    const server = createServer((near) => {
      const far = connect(port, '127.0.0.1')
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => sockets.delete(one))
        one.on('end', () => other.end())
      }
      near.on('data', (chunk: Buffer) => pass(chunk, near, far))
      far.on('data', (chunk) => kind === 'deaf' || near.write(chunk))
    })
    server.listen(own, '127.0.0.1')
    return server
  }
  let server = listen()
  return {
    port: own,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      server = listen()
    },
    trouble(next) {
      kind = next
    },
  }
}

const slowMs = 500
/** In a millisecond. */
const thinBytes = 30

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

/** Creates the container, because Litestream does not. The request is signed as Azure requires. */
async function createContainer(port: number, name: string): Promise<void> {
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-08-06' }
  const canonical = Object.entries(headers).map(([header, value]) => `${header}:${value}`)
  const resource = `/${account}/${account}/${name}\nrestype:container`
  const text = ['PUT', ...Array(11).fill(''), ...canonical, resource].join('\n')
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest('base64')
  const { status } = await fetch(`http://127.0.0.1:${port}/${account}/${name}?restype=container`, {
    method: 'PUT',
    headers: { ...headers, authorization: `SharedKey ${account}:${signature}` },
  })
  if (status !== 201) throw new Error(`the container was not created: ${status}`)
}

/**
 * A moment to which a backup can go back. Litestream counts in seconds, so more than one passes on either side of it.
 */
export async function momentApart(): Promise<string> {
  await Bun.sleep(1_100)
  const moment = new Date().toISOString()
  await Bun.sleep(1_100)
  return moment
}

/**
 * Damages the middle of a file of the object store. A byte between the records of a page would do no harm. So one in each 64
 * bytes is flipped.
 */
export function flipBytes(file: string): void {
  const bytes = readFileSync(file)
  for (let at = bytes.length >> 2; at < bytes.length * 0.75; at += 64) bytes[at]! ^= 1
  writeFileSync(file, bytes)
}
