/** Object stores on this machine, as settings for the server and the command line. */
import { createHmac } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { scratch } from './scratch.ts'

export type Settings = Record<string, string>

/** Litestream: the one that LITESTREAM_BIN names, or that of the npm package. */
export const litestream = {
  LITESTREAM_BIN:
    process.env.LITESTREAM_BIN ??
    join(
      import.meta.dir,
      `../../node_modules/@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
    ),
}

let replicas = 0
const newPath = () => `clinic-${replicas++}`

/** A database path and a plain folder to stream it to. */
export function folderReplica(): Settings {
  const folder = mkdtempSync(join(scratch, 'replica-'))
  return {
    ...litestream,
    DATABASE_PATH: join(folder, 'disk/clinic.db'),
    REPLICA_URL: `file://${join(folder, 'store')}`,
  }
}

export interface ObjectStore extends AsyncDisposable {
  /** Settings for one more database in it. */
  newReplica(): Settings
  /** The store is away, and nothing answers where it was. */
  pause(): Promise<void>
  resume(): Promise<void>
}

/** Azurite's account, the same everywhere. */
const account = 'devstoreaccount1'
const key = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw=='

/** Microsoft's emulator of Azure Blob Storage, over a folder. */
export async function azurite(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(scratch, 'azurite-'))
  const port = freePort()
  const store = program(
    [
      process.execPath,
      'node_modules/azurite/dist/src/blob/main.js',
      ...['--silent', '--skipApiVersionCheck', '--disableTelemetry', '--location', folder],
      ...['--blobPort', String(port)],
    ],
    {},
    port,
  )
  await store.resume()
  await createContainer(port, 'clinics')
  return {
    ...store,
    newReplica: () => ({
      ...litestream,
      DATABASE_PATH: join(folder, newPath(), 'clinic.db'),
      REPLICA_URL: `abs://${account}@clinics/${newPath()}`,
      REPLICA_ENDPOINT: `http://127.0.0.1:${port}/${account}`,
      LITESTREAM_AZURE_ACCOUNT_KEY: key,
    }),
  }
}

/** A real S3 server, versitygw, over a folder; `VERSITYGW_BIN` names it. */
export async function s3Server(): Promise<ObjectStore> {
  const folder = mkdtempSync(join(scratch, 's3-'))
  mkdirSync(join(folder, 'store/clinics'), { recursive: true })
  const port = freePort()
  const store = program(
    [
      process.env.VERSITYGW_BIN ?? 'versitygw',
      ...['--port', `127.0.0.1:${port}`, '--access', 'drill', '--secret', 'drill-secret'],
      ...['posix', '--nometa', join(folder, 'store')],
    ],
    {},
    port,
  )
  await store.resume()
  return {
    ...store,
    newReplica: () => ({
      ...litestream,
      DATABASE_PATH: join(folder, newPath(), 'clinic.db'),
      REPLICA_URL: `s3://clinics/${newPath()}`,
      REPLICA_ENDPOINT: `http://127.0.0.1:${port}`,
      REPLICA_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'drill',
      AWS_SECRET_ACCESS_KEY: 'drill-secret',
    }),
  }
}

function program(command: string[], env: Settings, port: number): Omit<ObjectStore, 'newReplica'> {
  let child: Bun.Subprocess | undefined
  const pause = async () => {
    child?.kill('SIGKILL')
    await child?.exited
  }
  return {
    pause,
    async resume() {
      child = Bun.spawn(command, {
        env: { PATH: process.env.PATH, ...env },
        stdin: 'ignore',
        stdout: 'ignore',
        stderr: 'ignore',
      })
      const { exited } = child
      while (!(await answers(port))) {
        const ended = await Promise.race([exited, Bun.sleep(50)])
        if (ended !== undefined) throw new Error(`${command[0]} ended with ${ended}`)
      }
    },
    [Symbol.asyncDispose]: pause,
  }
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })
  const { port } = server
  server.stop(true)
  return port!
}

/** Signed as Azure wants it; Litestream does not make containers. */
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
  if (status !== 201) throw new Error(`the container was not made: ${status}`)
}
