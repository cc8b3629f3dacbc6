import { resolve } from 'node:path'
import { ConfigError } from './error.ts'

/** The object store that a database is streamed to. */
export interface Replica {
  /** The Litestream program. */
  readonly program: string
  /** The database, as an absolute path. */
  readonly databasePath: string
  /**
   * Where people reach the service. The backup contains the address, so that no other clinic uses the backup as its
   * own.
   */
  readonly publicUrl: string | undefined
  /**
   * Whether another machine may take over as soon as this machine is silent, by FAILOVER=yes. Then this machine stops
   * writes when it cannot renew its claim.
   */
  readonly failover: boolean
  /** The whole environment of this process, with the settings that `litestream.yml` reads. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Which database is right when the disk and the object store do not belong together. The operator sets it by DISK_WINS
 * or STORE_WINS. Null means that the server refuses to start then.
 */
export type Wins = 'disk' | 'store' | null

const replicaSchemes = ['s3:', 'abs:', 'sftp:', 'file:']

/** The object store at the address `url`, which is the value of the setting `name`. @throws ConfigError. */
export function readReplica(
  url: string,
  { databasePath, publicUrl }: Pick<Replica, 'databasePath' | 'publicUrl'>,
  env: Readonly<Record<string, string | undefined>>,
  name = 'REPLICA_URL',
): Replica {
  const parsed = URL.parse(url)
  // The message leaves the value out, because it may hold a password.
  if (parsed === null || !replicaSchemes.includes(parsed.protocol) || /["\\]/.test(url))
    throw new ConfigError(
      `${name} must be s3://bucket/path, abs://account@container/path, sftp://user@host/path or file:///path`,
    )
  if (parsed.protocol === 'file:' ? parsed.host !== '' : parsed.host === '' || /^\/?$/.test(parsed.pathname))
    throw new ConfigError(`${name} must name a bucket and a path in it, such as s3://bucket/chairside`)
  const absolute = resolve(databasePath)
  const quoted = ['REPLICA_ENDPOINT', 'REPLICA_REGION', 'REPLICA_KEY_PATH', 'REPLICA_HOST_KEY'] as const
  for (const [name, value] of [['DATABASE_PATH', absolute], ...quoted.map((name) => [name, env[name]])])
    if (/["\\\n\r]/.test(value ?? ''))
      throw new ConfigError(`${name} cannot hold quotation marks, backslashes or line breaks`)
  return {
    program: env.LITESTREAM_BIN || 'litestream',
    databasePath: absolute,
    publicUrl,
    failover: readFailover(env.FAILOVER || 'no', parsed.protocol, env),
    environment: {
      ...(env as Record<string, string>),
      REPLICA_URL: url,
      DATABASE_PATH: absolute,
      ...Object.fromEntries(quoted.map((name) => [name, env[name] ?? ''])),
    },
  }
}

/**
 * Whether `FAILOVER` is `yes`. @throws ConfigError, also when we cannot make conditional writes in the object store.
 */
function readFailover(
  value: string,
  protocol: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (value !== 'yes' && value !== 'no') throw new ConfigError(`FAILOVER must be yes or no, not "${value}"`)
  if (value === 'no') return false
  if (!hasKeys(protocol, env))
    throw new ConfigError(
      'FAILOVER=yes needs an object store with conditional writes: s3:// or abs://, with its keys in the environment',
    )
  return true
}

/** Reads `DISK_WINS` and `STORE_WINS`. @throws ConfigError. */
export function readWins(disk: string, store: string): Wins {
  for (const [name, value] of [
    ['DISK_WINS', disk],
    ['STORE_WINS', store],
  ])
    if (value !== 'yes' && value !== 'no') throw new ConfigError(`${name} must be yes or no, not "${value}"`)
  if (disk === 'yes' && store === 'yes')
    throw new ConfigError('DISK_WINS and STORE_WINS are both yes, and only one can be right: unset the other')
  return disk === 'yes' ? 'disk' : store === 'yes' ? 'store' : null
}

/** Whether `FIRST_BOOT` is `yes`. @throws ConfigError. */
export function readFirstBoot(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new ConfigError(`FIRST_BOOT must be yes or no, not "${value}"`)
  return value === 'yes'
}

/** The settings of cells. A cell is one of several servers, each with practices of its own. */
export interface Cells {
  /** The path in the object store that all cells share. It contains the directory of the cells. */
  readonly store: Replica
  /** The name of this cell. Undefined on a machine that is no cell, such as the router's. */
  readonly name: string | undefined
  /** Where this cell listens for the other cells, on a private network. Undefined when practices cannot move here. */
  readonly listen?: { readonly hostname: string; readonly port: number } | undefined
  /** Whether Fly's proxy can send requests to the other cells. If so, a cell has the name of its app on Fly. */
  readonly onFly: boolean
}

/** Reads CELLS_URL and the settings of this cell. Undefined without CELLS_URL. @throws ConfigError. */
export function readCells(
  env: Readonly<Record<string, string | undefined>>,
  paths: Pick<Replica, 'databasePath' | 'publicUrl'>,
): Cells | undefined {
  const { CELLS_URL: url, CELL: name, REPLICA_URL: own } = env
  if (!url) {
    if (name)
      throw new ConfigError('CELL is set, and CELLS_URL is not: it must name the place that all cells share')
    return undefined
  }
  // The message leaves the value out, because it may hold a password.
  if (!/^(?:s3|abs):/.test(url))
    throw new ConfigError(
      'CELLS_URL must be s3://bucket/path or abs://account@container/path: other stores have no conditional writes',
    )
  const store = readReplica(url, paths, env, 'CELLS_URL')
  if (!hasKeys(new URL(url).protocol, env))
    throw new ConfigError(
      'CELLS_URL needs the keys of the object store, as REPLICA_URL does: see src/backup/README.md',
    )
  if (!name) return { store, name: undefined, listen: undefined, onFly: false }
  if (!/^[a-z](?:[a-z\d-]{0,30}[a-z\d])?$/.test(name))
    throw new ConfigError(`CELL must have small letters, digits and hyphens, 32 at most, not "${name}"`)
  if (!own) throw new ConfigError('CELL needs REPLICA_URL: a cell streams its database to a place of its own')
  if (own.replace(/\/$/, '') === url.replace(/\/$/, ''))
    throw new ConfigError('CELLS_URL and REPLICA_URL are the same: each cell streams to a place of its own')
  return { store, name, listen: readListen(env.CELL_LISTEN), onFly: env.FLY_APP_NAME === name }
}

/** @throws ConfigError. */
function readListen(text: string | undefined): Cells['listen'] {
  if (!text) return undefined
  const [, hostname, port] = /^(.+):(\d{1,5})$/.exec(text) ?? []
  if (hostname === undefined || Number(port) > 65_535 || Number(port) === 0)
    throw new ConfigError(
      'CELL_LISTEN must be the private address and the port at which other cells reach this one, such as 10.0.0.5:3100',
    )
  return { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Whether the keys of an object store with conditional writes are set. */
const hasKeys = (protocol: string, env: Readonly<Record<string, string | undefined>>): boolean =>
  protocol === 's3:'
    ? Boolean(env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY)
    : protocol === 'abs:' && Boolean(env.LITESTREAM_AZURE_ACCOUNT_KEY)
