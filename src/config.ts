import { requireFolder } from './config/database.ts'
import { ConfigError } from './config/error.ts'
import { type MailSettings, readMail, readSms, type SmsSettings } from './config/messages.ts'
import {
  type Cells,
  type Replica,
  readCells,
  readFirstBoot,
  readReplica,
  readWins,
  type Wins,
} from './config/replica.ts'
import { readSessionTimes } from './config/sign-in.ts'
import { readLimit, readPort, readStrict, readSwitch } from './config/values.ts'
import { readAddressHeader, readHostHeader, readNetworks, readOrigins, readPublicUrl } from './config/web.ts'
import type { SessionTimes } from './domain/secrets.ts'

export { ConfigError } from './config/error.ts'
export type { Cells, Replica, Wins } from './config/replica.ts'

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** The settings. They come only from the environment, and only this file reads the environment. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly databasePath: string
  /** Where people reach the service, without a slash at the end. Undefined when they reach it only on this machine. */
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel
  /** Whether the open routes limit how often one network calls them (RULES §8). */
  readonly rateLimit: boolean
  /** Whether an answer that shows patients waits until the audit trail has it on disk (RULES §14). */
  readonly strictReads: boolean
  /** How long people stay signed in (RULES §5). */
  readonly sessionTimes: SessionTimes
  /** The header in which a proxy names the caller's address. Null when the setting says that there is none. */
  readonly clientAddressHeader: string | null | undefined
  /** The header in which a proxy names the host that was asked for. Undefined when the host is in `Host`. */
  readonly clientHostHeader: string | undefined
  /** The origins of other sites. Their pages may call the API. Empty when there are none. */
  readonly allowedOrigins: readonly string[]
  /** The mail server that sends messages. Undefined when no mail is sent. */
  readonly mail: MailSettings | undefined
  /** The service that sends text messages. Undefined when no text messages are sent. */
  readonly sms: SmsSettings | undefined
  /** Networks that are not public and that webhooks may reach, in CIDR notation. */
  readonly webhookNetworks: readonly string[]
  /** The most messages that a practice may send on one of its local days, by channel. 0 means no limit. */
  readonly dailyLimits: { readonly email: number; readonly sms: number }
  /** The address at which the operator reads metrics and readiness. Undefined when they are not served. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The object store that the database is streamed to. Undefined when it is not streamed. */
  readonly replica: Replica | undefined
  readonly wins: Wins
  /** The settings of several servers that work together. Undefined when this is the only server. */
  readonly cells: Cells | undefined
  /** The key of the audit trail (RULES §14). Undefined when it is in a file beside the database. */
  readonly auditKey: Uint8Array | undefined
  /** Whether Bun was given the size of the memory. This is needed when a container allows less than the machine has. */
  readonly knowsMemory: boolean
  /** Whether the server may start with an empty disk and an empty object store. */
  readonly firstBoot: boolean
}

/** Reads and checks all settings. @throws ConfigError for the first setting that cannot be used. */
export function loadConfig(
  defaults: { databasePath: string },
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const databasePath = env.DATABASE_PATH || defaults.databasePath
  // With an object store, Litestream restores a lost folder.
  if (env.DATABASE_PATH && !env.REPLICA_URL) requireFolder(env.DATABASE_PATH)
  if (env.FAILOVER === 'yes' && !env.REPLICA_URL)
    throw new ConfigError('FAILOVER=yes needs REPLICA_URL: the object store decides which machine serves')
  const publicUrl = env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : undefined
  return Object.freeze({
    port: readPort('PORT', env.PORT || '3000'),
    host: env.HOST || '127.0.0.1',
    databasePath,
    publicUrl,
    logLevel: readLogLevel(env.LOG_LEVEL || 'info'),
    rateLimit: readSwitch('RATE_LIMIT', env.RATE_LIMIT || 'on'),
    strictReads: readStrict('AUDIT_READS', env.AUDIT_READS || 'soon'),
    sessionTimes: readSessionTimes(env.SESSION_IDLE_MINUTES, env.SESSION_MAX_HOURS),
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER ? readAddressHeader(env.CLIENT_ADDRESS_HEADER) : undefined,
    clientHostHeader: env.CLIENT_HOST_HEADER ? readHostHeader(env.CLIENT_HOST_HEADER) : undefined,
    allowedOrigins: env.ALLOWED_ORIGINS ? readOrigins(env.ALLOWED_ORIGINS) : [],
    mail: readMail(env.SMTP_URL, env.MAIL_FROM),
    sms: readSms(env),
    webhookNetworks: env.WEBHOOK_NETWORKS ? readNetworks(env.WEBHOOK_NETWORKS) : [],
    dailyLimits: {
      email: readLimit('MAIL_DAILY_LIMIT', env.MAIL_DAILY_LIMIT || '2000'),
      sms: readLimit('SMS_DAILY_LIMIT', env.SMS_DAILY_LIMIT || '500'),
    },
    metrics: env.METRICS_PORT
      ? { host: env.METRICS_HOST || '127.0.0.1', port: readPort('METRICS_PORT', env.METRICS_PORT) }
      : undefined,
    replica: env.REPLICA_URL ? readReplica(env.REPLICA_URL, { databasePath, publicUrl }, env) : undefined,
    cells: readCells(env, { databasePath, publicUrl }),
    auditKey: env.AUDIT_KEY ? readAuditKey(env.AUDIT_KEY) : undefined,
    wins: readWins(env.DISK_WINS || 'no', env.STORE_WINS || 'no'),
    knowsMemory: Boolean(env.BUN_JSC_forceRAMSize),
    firstBoot: readFirstBoot(env.FIRST_BOOT || 'no'),
  })
}

/** The address at which this machine reaches its server, without a slash at the end. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const everywhere = ['0.0.0.0', '::', '[::]', 'localhost'].includes(host)
  const name = everywhere ? '127.0.0.1' : host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host
  return `http://${name}:${port}`
}

/** The environment of this process with other settings, for a server in a process of its own. */
export const environmentWith = (settings: Readonly<Record<string, string>>): Record<string, string> => ({
  ...(process.env as Record<string, string>),
  ...settings,
})

/**
 * Checks the settings that only a server needs, and not the command line.
 * @throws ConfigError when a proxy must be in front, and no setting names the header with its callers' addresses.
 */
export function requireServable({ publicUrl, clientAddressHeader }: Config): void {
  if (publicUrl?.startsWith('https:') && clientAddressHeader === undefined)
    throw new ConfigError(
      'PUBLIC_URL is https, and nothing says which header names the caller: all callers would count as one address. ' +
        'Set CLIENT_ADDRESS_HEADER to X-Real-IP for Caddy and nginx as in src/install/README.md, to Fly-Client-IP on ' +
        'Fly, or to none if no proxy names the caller.',
    )
}

/** The level of the log. @throws ConfigError. */
function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value)
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
  return level
}

/** The key of the audit trail, 32 bytes. @throws ConfigError with a message that does not contain the value. */
function readAuditKey(value: string): Uint8Array {
  if (!/^[0-9a-fA-F]{64}$/.test(value))
    throw new ConfigError('AUDIT_KEY must be 64 hexadecimal digits, as `openssl rand -hex 32` prints them')
  return Uint8Array.from(Buffer.from(value, 'hex'))
}
