/** Object stores on this machine, as settings for the server and the command line. */
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { scratch } from './scratch.ts'
import { until } from './until.ts'

export type Settings = Record<string, string>

/** The Litestream program that LITESTREAM_BIN names, or else the program of the npm package. */
export const litestream = {
  // The npm package contains an old version of Litestream. For made-up data, that version is good enough.
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
 * Takes the folder of a store away in one step. If its files were removed one by one, Litestream could add a file
 * meanwhile, and the removal would fail.
 */
export const takeAway = (folder: string): void => renameSync(folder, `${folder}.${crypto.randomUUID()}`)

/** A network connection to a store, which a test can cut. */
export interface StoreLine {
  /** Cuts the line until `mend` is called. */
  cut(): void
  mend(): void
  /** From now on the line has this trouble. Null ends the trouble. Requests that hung meanwhile are never answered. */
  trouble(kind: Trouble | null): void
}

export interface ObjectStore extends StoreLine, AsyncDisposable {
  /** Settings for another database that is streamed to this store. */
  newReplica(): Settings
  /** A second line to the store, as if from another machine, and these settings with the address of that line. */
  otherLine(settings: Settings): Promise<{ readonly line: StoreLine; readonly settings: Settings }>
  /** Kills the program of the store, and starts it again with the same data. */
  restart(): Promise<void>
}

/**
 * What is wrong with a line. `hang`: no request is answered. `deaf`: every request is carried out, and no answer comes
 * back. `slow`: each part of a request waits half a second. `thin`: the line carries 30 KB a second. `full`: reads are
 * answered, and writes are refused with 507 (RFC 4918 §11.5), as by a store on a full disk. A number: every request is
 * refused with this status.
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

/** A real S3 server, versitygw, over a folder. `VERSITYGW_BIN` is the path of its program. */
export async function s3Server(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(scratch, 's3-'))
  mkdirSync(join(folder, 'store/clinics'), { recursive: true })
  // The gateway keeps its metadata in this folder. Tags of objects and uploads in parts need the metadata.
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
  // A port that the system chooses could go to another process while the line is cut. `freePort` avoids such ports.
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
    // The rest of a refused request is dropped, and so is every request while the line hangs.
    if (near.writableEnded || kind === 'hang') return
    if (kind === 'deaf') far.write(chunk)
    else if (kind === 'slow') setTimeout(() => far.write(chunk), slowMs)
    else if (kind === 'thin') trickle(chunk, near, far)
    else if (kind === null) far.write(chunk)
    else if (kind !== 'full') refuse(near, kind)
    else if (/^(PUT|POST) /.test(chunk.toString('latin1', 0, 5))) refuse(near, 507)
    else far.write(chunk)
  }
  /** The moment at which the line is free again. All connections share its bandwidth. */
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
/** Bytes in each millisecond. */
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
 * Returns a moment to which a backup can be restored. Litestream counts in seconds, so more than a second passes before
 * and after this moment.
 */
export async function momentApart(): Promise<string> {
  await Bun.sleep(1_100)
  const moment = new Date().toISOString()
  await Bun.sleep(1_100)
  return moment
}

/**
 * Damages the middle of a file of the object store. A changed byte in the unused space of a page would do no harm. So
 * one bit in every 64 bytes is flipped.
 */
export function flipBytes(file: string): void {
  const bytes = readFileSync(file)
  for (let at = bytes.length >> 2; at < bytes.length * 0.75; at += 64) bytes[at]! ^= 1
  writeFileSync(file, bytes)
}
