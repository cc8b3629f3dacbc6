import type { Config } from '../config.ts'
import { isThisMachine } from '../domain/this-machine.ts'
import { answerMs, type CheckContext, type Finding, ok, red, warn } from './finding.ts'

/** A smaller difference does no harm: passkeys, reminders and object stores work with it. In milliseconds. */
const tolerableMs = 10_000
const wrongMs = 60_000
const set = 'Type: timedatectl set-ntp true'

/**
 * Whether the clock is right, compared with the clock of a server in the settings. Without such a server, systemd is
 * asked.
 */
export async function clock({ config, now }: CheckContext): Promise<Finding> {
  const url = otherClock(config)
  return url === undefined ? bySystemd() : againstClockOf(url, now)
}

/** The address of another machine that gives the time: the object store, or the service for text messages. */
export function otherClock({ replica, sms }: Pick<Config, 'replica' | 'sms'>): string | undefined {
  const candidates = [
    replica && storeAddress(replica.environment),
    sms && 'webhook' in sms && sms.webhook.url,
  ]
  return candidates.find(
    (url): url is string => Boolean(url) && !isThisMachine(new URL(url as string).hostname),
  )
}

function storeAddress(env: Readonly<Record<string, string>>): string | undefined {
  const url = new URL(env.REPLICA_URL!)
  if (env.REPLICA_ENDPOINT) return URL.parse(env.REPLICA_ENDPOINT)?.origin
  if (url.protocol === 's3:') return `https://s3.${env.REPLICA_REGION || 'us-east-1'}.amazonaws.com`
  return url.protocol === 'abs:' ? `https://${url.username}.blob.core.windows.net` : undefined
}

/** Compares our clock with the header `Date` (RFC 9110 §6.6.1) of a server. The comparison is exact to a second. */
export async function againstClockOf(url: string, now: () => number): Promise<Finding> {
  const { host } = new URL(url)
  try {
    const asked = now()
    const response = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(answerMs),
      redirect: 'manual',
    })
    const theirs = Date.parse(response.headers.get('date') ?? '')
    if (Number.isNaN(theirs)) return warn('clock', `${host} gives no time`, 'Look yourself: timedatectl')
    // The header leaves out half a second on average. The server wrote the header about halfway between the request
    // and the answer.
    const offMs = Math.abs(theirs + 500 - (asked + now()) / 2)
    const words = `it differs from the clock of ${host} by ${Math.round(offMs / 1000)} seconds`
    if (offMs > wrongMs) return red('clock', words, set)
    return offMs > tolerableMs ? warn('clock', words, set) : ok('clock', words)
  } catch {
    return warn('clock', `${host} cannot be asked for the time`, 'Look yourself: timedatectl')
  }
}

function bySystemd(): Finding {
  const program = Bun.which('timedatectl')
  const said =
    program === null
      ? ''
      : Bun.spawnSync([program, 'show', '--property=NTPSynchronized', '--value'], { timeout: answerMs })
          .stdout
  return `${said}`.trim() === 'yes'
    ? ok('clock', 'the system keeps it right over the network')
    : warn('clock', 'nothing says that it is right', set)
}
