import { resolve } from 'node:path'
import { ConfigError } from './error.ts'

/** The object store that a database is streamed to. */
export interface Replica {
  /** The Litestream program. */
  readonly program: string
  /** The database, as an absolute path. */
  readonly databasePath: string
  /** Where people reach the service. The backup keeps it, so that no other clinic takes the backup for its own. */
  readonly publicUrl: string | undefined
  /**
   * Whether another machine may take over as soon as this one is silent, by FAILOVER=yes. Then this one stops writes when it
   * cannot renew its claim.
   */
  readonly failover: boolean
  /** Our whole environment, with the settings that `litestream.yml` reads. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Which side the operator says is right where the disk and the object store do not belong together, by DISK_WINS or
 * STORE_WINS. Null: refuse to start.
 */
export type Wins = 'disk' | 'store' | null

const replicaSchemes = ['s3:', 'abs:', 'sftp:', 'file:']

/** The object store at this address. @throws ConfigError. */
export function readReplica(
  url: string,
  { databasePath, publicUrl }: Pick<Replica, 'databasePath' | 'publicUrl'>,
  env: Readonly<Record<string, string | undefined>>,
): Replica {
  const parsed = URL.parse(url)
  // The message leaves the value out, because it may hold a password.
  if (parsed === null || !replicaSchemes.includes(parsed.protocol) || /["\\]/.test(url))
    throw new ConfigError(
      'REPLICA_URL must be s3://bucket/path, abs://account@container/path, sftp://user@host/path or file:///path',
    )
  if (parsed.protocol === 'file:' ? parsed.host !== '' : parsed.host === '' || /^\/?$/.test(parsed.pathname))
    throw new ConfigError('REPLICA_URL must name a bucket and a path in it, such as s3://bucket/chairside')
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
      DATABASE_PATH: absolute,
      ...Object.fromEntries(quoted.map((name) => [name, env[name] ?? ''])),
    },
  }
}

/** What `FAILOVER` says. @throws ConfigError, also where the store has no conditional writes that we can make. */
function readFailover(
  value: string,
  protocol: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  if (value !== 'yes' && value !== 'no') throw new ConfigError(`FAILOVER must be yes or no, not "${value}"`)
  if (value === 'no') return false
  const hasKeys =
    protocol === 's3:'
      ? env.AWS_ACCESS_KEY_ID && env.AWS_SECRET_ACCESS_KEY
      : protocol === 'abs:' && env.LITESTREAM_AZURE_ACCOUNT_KEY
  if (!hasKeys)
    throw new ConfigError(
      'FAILOVER=yes needs an object store with conditional writes: s3:// or abs://, with its keys in the environment',
    )
  return true
}

/** What `DISK_WINS` and `STORE_WINS` say. @throws ConfigError. */
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

/** What `FIRST_BOOT` says. @throws ConfigError. */
export function readFirstBoot(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new ConfigError(`FIRST_BOOT must be yes or no, not "${value}"`)
  return value === 'yes'
}
