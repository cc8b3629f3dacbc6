import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isEmail } from './domain/email.ts'
import { ordinarySessionTimes, type SessionTimes } from './domain/secrets.ts'
import { isThisMachine } from './domain/this-machine.ts'

/** The settings. They come from the environment alone, and only this file reads it. */
export interface Config {
  readonly port: number
  readonly host: string
  readonly databasePath: string
  /** Where people reach the service, without a slash at the end. Undefined stands for this machine. */
  readonly publicUrl: string | undefined
  readonly logLevel: LogLevel
  /** Whether the open routes limit how often one network calls them (RULES §8). */
  readonly rateLimit: boolean
  /** How long people stay signed in (RULES §5). */
  readonly sessionTimes: SessionTimes
  /** The header in which a proxy names the caller's address. Null where the operator says that there is none. */
  readonly clientAddressHeader: string | null | undefined
  /** The origins of other sites whose pages may call the API. Empty for none. */
  readonly allowedOrigins: readonly string[]
  /** The mail server that sends messages. Undefined where no mail is sent. */
  readonly mail: { readonly url: string; readonly from: string } | undefined
  /** The service that sends text messages. Undefined where none are sent. */
  readonly sms: { readonly twilio: TwilioSettings } | { readonly webhook: WebhookSettings } | undefined
  /** The most messages that a practice may send on one of its local days, by channel. 0 stands for no limit. */
  readonly dailyLimits: { readonly email: number; readonly sms: number }
  /** Where metrics and readiness are served to the operator. Undefined where they are not. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined
  /** The object store that the database is streamed to. Undefined where it is not streamed. */
  readonly replica: Replica | undefined
  /** Which side is right where the disk and the object store do not belong together. Null: refuse to start. */
  readonly wins: 'disk' | 'store' | null
  /** Whether the server may start with an empty disk and an empty object store. */
  readonly firstBoot: boolean
}

interface TwilioSettings {
  readonly accountSid: string
  readonly authToken: string
  readonly from: string
}

interface WebhookSettings {
  readonly url: string
  readonly secret: string
}

export interface Replica {
  /** The Litestream program. */
  readonly program: string
  /** The database, as an absolute path. */
  readonly databasePath: string
  /** Where people reach the service. The backup keeps it, so that no other clinic takes the backup for its own. */
  readonly publicUrl: string | undefined
  /** Our whole environment, with the settings that `litestream.yml` reads. */
  readonly environment: Readonly<Record<string, string>>
}

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used. The message names the setting and says in one line what it must be. */
export class ConfigError extends Error {}

/** Reads and checks all settings. @throws ConfigError for the first one that cannot be used. */
export function loadConfig(
  defaults: { databasePath: string },
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const databasePath = env.DATABASE_PATH || defaults.databasePath
  // Under Litestream a lost folder comes back from the object store.
  if (env.DATABASE_PATH && !env.REPLICA_URL) requireFolder(env.DATABASE_PATH)
  const publicUrl = env.PUBLIC_URL ? readPublicUrl(env.PUBLIC_URL) : undefined
  return Object.freeze({
    port: readPort('PORT', env.PORT || '3000'),
    host: env.HOST || '127.0.0.1',
    databasePath,
    publicUrl,
    logLevel: readLogLevel(env.LOG_LEVEL || 'info'),
    rateLimit: readSwitch('RATE_LIMIT', env.RATE_LIMIT || 'on'),
    sessionTimes: readSessionTimes(env.SESSION_IDLE_MINUTES, env.SESSION_MAX_HOURS),
    clientAddressHeader: env.CLIENT_ADDRESS_HEADER ? readAddressHeader(env.CLIENT_ADDRESS_HEADER) : undefined,
    allowedOrigins: env.ALLOWED_ORIGINS ? readOrigins(env.ALLOWED_ORIGINS) : [],
    mail: readMail(env.SMTP_URL, env.MAIL_FROM),
    sms: readSms(env),
    dailyLimits: {
      email: readLimit('MAIL_DAILY_LIMIT', env.MAIL_DAILY_LIMIT || '2000'),
      sms: readLimit('SMS_DAILY_LIMIT', env.SMS_DAILY_LIMIT || '500'),
    },
    metrics: env.METRICS_PORT
      ? { host: env.METRICS_HOST || '127.0.0.1', port: readPort('METRICS_PORT', env.METRICS_PORT) }
      : undefined,
    replica: env.REPLICA_URL ? readReplica(env.REPLICA_URL, { databasePath, publicUrl }, env) : undefined,
    wins: readWins(env.DISK_WINS || 'no', env.STORE_WINS || 'no'),
    firstBoot: readFirstBoot(env.FIRST_BOOT || 'no'),
  })
}

/** A mistyped folder would silently start an empty practice. Only the folder of the default path is made. */
function requireFolder(databasePath: string): void {
  const folder = dirname(databasePath)
  if (existsSync(folder)) return
  const quoted = /^[\w./-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", String.raw`'\''`)}'`
  throw new ConfigError(
    `the folder of DATABASE_PATH does not exist. To make it, type: mkdir -p -m 700 ${quoted}`,
  )
}

function readPort(name: string, value: string): number {
  const port = /^\d{1,5}$/.test(value) ? Number(value) : -1
  if (port < 0 || port > 65_535)
    throw new ConfigError(`${name} must be a number from 0 (any free one) to 65535, not "${value}"`)
  return port
}

function readPublicUrl(value: string): string {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError(`PUBLIC_URL must be an http or https address, not "${value}"`)
  if (!isBare(url)) throw new ConfigError(`PUBLIC_URL must be an origin without a path, not "${value}"`)
  const { hostname } = url
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (url.protocol === 'http:' && !isLocal)
    throw new ConfigError(
      `PUBLIC_URL must be https, because browsers allow passkeys only there, not "${value}"`,
    )
  // WebAuthn §5.1.2: a relying party's id is a domain.
  if (!/^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z\d]*[a-z](?:[a-z\d-]*[a-z\d])?$/.test(hostname))
    throw new ConfigError(
      `PUBLIC_URL must have a host name, because passkeys belong to a name, not "${value}"`,
    )
  return url.origin
}

function readSessionTimes(idleMinutes: string | undefined, maxHours: string | undefined): SessionTimes {
  const { idleMs, longestMs } = ordinarySessionTimes
  const times = {
    idleMs: idleMinutes ? readCount('SESSION_IDLE_MINUTES', idleMinutes, 5, 43_200) * 60_000 : idleMs,
    longestMs: maxHours ? readCount('SESSION_MAX_HOURS', maxHours, 1, 8_760) * 3_600_000 : longestMs,
  }
  if (times.idleMs > times.longestMs)
    throw new ConfigError('SESSION_IDLE_MINUTES must not be longer than SESSION_MAX_HOURS')
  return times
}

function readCount(name: string, value: string, least: number, most: number): number {
  const count = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (count >= least && count <= most) return count
  throw new ConfigError(`${name} must be a whole number from ${least} to ${most}, not "${value}"`)
}

function readSwitch(name: string, value: string): boolean {
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} must be on or off, not "${value}"`)
  return value === 'on'
}

function readLimit(name: string, value: string): number {
  if (!/^\d{1,7}$/.test(value))
    throw new ConfigError(`${name} must be a whole number up to 9999999, or 0 for no limit, not "${value}"`)
  return Number(value)
}

function readAddressHeader(value: string): string | null {
  if (!/^[\w-]+$/.test(value))
    throw new ConfigError(`CLIENT_ADDRESS_HEADER must be the name of a header or none, not "${value}"`)
  return value.toLowerCase() === 'none' ? null : value
}

/** Browsers send an origin in exactly one spelling (RFC 6454 §6.2), so the list must have that spelling. */
function readOrigins(value: string): string[] {
  return value.split(',').map((item) => {
    const text = item.trim()
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.includes('*') || !isBare(url))
      throw new ConfigError(
        `ALLOWED_ORIGINS must list origins such as https://desk.example.org, with commas between, not "${text}"`,
      )
    if (url.origin !== text)
      throw new ConfigError(`ALLOWED_ORIGINS: write "${url.origin}" instead of "${text}", as browsers do`)
    return text
  })
}

const isBare = ({ pathname, search, hash, username, password }: URL): boolean =>
  pathname === '/' && !search && !hash && !username && !password

/**
 * Checks what only a server needs, not the command line.
 * @throws ConfigError when a proxy must stand in front and nothing says how to tell its callers apart.
 */
export function requireServable({ publicUrl, clientAddressHeader }: Config): void {
  if (publicUrl?.startsWith('https:') && clientAddressHeader === undefined)
    throw new ConfigError(
      'PUBLIC_URL is https, and nothing says which header names the caller: all callers would count as one address. ' +
        'Set CLIENT_ADDRESS_HEADER to X-Real-IP for Caddy and nginx as in src/backup/README.md, to Fly-Client-IP on ' +
        'Fly, or to none if no proxy names the caller.',
    )
}

function readLogLevel(value: string): LogLevel {
  const level = logLevels.find((known) => known === value)
  if (level === undefined)
    throw new ConfigError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${value}"`)
  return level
}

function readMail(url: string | undefined, from: string | undefined): Config['mail'] {
  if (!url && !from) return undefined
  if (!url || !from) throw new ConfigError('SMTP_URL and MAIL_FROM belong together: set both or neither')
  const parsed = URL.parse(url)
  // The message leaves the value out, because it may hold a password.
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '')
    throw new ConfigError(
      'SMTP_URL must be an smtp:// or smtps:// address, such as smtps://user:password@mail.example.org',
    )
  // Parameters could switch off encryption and the check of certificates.
  if (parsed.search !== '' || parsed.hash !== '')
    throw new ConfigError(
      'SMTP_URL takes no parameters: remove what follows the host and port. In a password, write ? as %3F and # as %23',
    )
  const address = /^(?:[^<>"\r\n,;:]*<|"[^"\r\n]*" *<)?([^<> ]+?)>?$/.exec(from)?.[1]
  if (address === undefined || !isEmail(address))
    throw new ConfigError(`MAIL_FROM must be an e-mail address, with or without a name, not "${from}"`)
  return { url, from }
}

function readSms(env: Readonly<Record<string, string | undefined>>): Config['sms'] {
  const twilio = readTwilio(env.TWILIO_ACCOUNT_SID, env.TWILIO_AUTH_TOKEN, env.TWILIO_FROM)
  const webhook = readWebhook(env.SMS_WEBHOOK_URL, env.SMS_WEBHOOK_SECRET)
  if (twilio && webhook)
    throw new ConfigError(
      'TWILIO_… and SMS_WEBHOOK_… are both set, and only one can send text messages: unset the other',
    )
  return twilio ? { twilio } : webhook && { webhook }
}

function readTwilio(
  accountSid: string | undefined,
  authToken: string | undefined,
  from: string | undefined,
): TwilioSettings | undefined {
  if (!accountSid && !authToken && !from) return undefined
  if (!accountSid || !authToken || !from)
    throw new ConfigError(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM belong together: set all or none',
    )
  if (!/^AC[0-9a-fA-F]{32}$/.test(accountSid))
    throw new ConfigError('TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits')
  if (!/^(\+\d{7,15}|MG[0-9a-fA-F]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/.test(from))
    throw new ConfigError(
      `TWILIO_FROM must be a number such as +4930123456, a messaging service (MG…), or a name of up to 11 letters, digits and spaces, not "${from}"`,
    )
  return { accountSid, authToken, from }
}

function readWebhook(url: string | undefined, secret: string | undefined): WebhookSettings | undefined {
  if (!url && !secret) return undefined
  if (!url || !secret)
    throw new ConfigError('SMS_WEBHOOK_URL and SMS_WEBHOOK_SECRET belong together: set both or neither')
  // The messages leave the values out, because both may hold secrets.
  const parsed = URL.parse(url)
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new ConfigError('SMS_WEBHOOK_URL must be an http or https address')
  if (parsed.protocol === 'http:' && !isThisMachine(parsed.hostname))
    throw new ConfigError(
      'SMS_WEBHOOK_URL must be https, because text messages name patients and travel over the network: only a gateway on this machine may be http://localhost',
    )
  if (!/^(whsec_)?[A-Za-z0-9+/]{32,}={0,2}$/.test(secret))
    throw new ConfigError(
      'SMS_WEBHOOK_SECRET must be at least 24 random bytes in base64, with or without whsec_ before them',
    )
  return { url, secret }
}

const replicaSchemes = ['s3:', 'abs:', 'sftp:', 'file:']

function readReplica(
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
    environment: {
      ...(env as Record<string, string>),
      DATABASE_PATH: absolute,
      ...Object.fromEntries(quoted.map((name) => [name, env[name] ?? ''])),
    },
  }
}

function readWins(disk: string, store: string): Config['wins'] {
  for (const [name, value] of [
    ['DISK_WINS', disk],
    ['STORE_WINS', store],
  ])
    if (value !== 'yes' && value !== 'no') throw new ConfigError(`${name} must be yes or no, not "${value}"`)
  if (disk === 'yes' && store === 'yes')
    throw new ConfigError('DISK_WINS and STORE_WINS are both yes, and only one can be right: unset the other')
  return disk === 'yes' ? 'disk' : store === 'yes' ? 'store' : null
}

function readFirstBoot(value: string): boolean {
  if (value !== 'yes' && value !== 'no') throw new ConfigError(`FIRST_BOOT must be yes or no, not "${value}"`)
  return value === 'yes'
}
