import { type Config, localAddress } from '../config.ts'
import { type Host, InstallError, must, put, textOf } from './host.ts'
import { places } from './places.ts'
import { withSettings } from './settings-file.ts'

/**
 * How long a start may take, in milliseconds. A start may upgrade a database of several gigabytes. With an object
 * store, a start may also wait three minutes for the claim of a machine that is gone, and then restore.
 */
const startMs = 600_000
const lookMs = 500
/** systemd starts a service that fails again and again. After this number of restarts, the start counts as failed. */
const attempts = 2

/** Whether systemd runs the service. */
export const isActive = async (host: Host): Promise<boolean> =>
  (await host.run(['systemctl', 'is-active', '--quiet', 'chairside'])).code === 0

/**
 * Restarts the service and waits until it answers at `path`. `once` holds settings for this start only. Returns the
 * output of the service since the restart.
 * @throws InstallError with the last lines of the output.
 */
export async function startAnew(
  host: Host,
  config: Config,
  { path, once = {} }: { path: '/livez' | '/readyz'; once?: Readonly<Record<string, string>> },
): Promise<string> {
  const settings = textOf(host, places.settings)
  if (Object.keys(once).length > 0) put(host, places.settings, withSettings(settings, once), 0o600)
  try {
    const since = Math.floor(Date.now() / 1000)
    await must(host, ['systemctl', 'restart', 'chairside'])
    for (let waited = 0; (await host.ask(`${localAddress(config)}${path}`)) !== 200; waited += lookMs) {
      if (waited >= startMs || (await failedStarts(host)) >= attempts) throw await notStarted(host, since)
      await host.wait(lookMs)
    }
    return await printedSince(host, since)
  } finally {
    put(host, places.settings, settings, 0o600)
  }
}

/** How often systemd has started the service again after a failure. */
const failedStarts = async (host: Host): Promise<number> =>
  Number((await host.run(['systemctl', 'show', '--property=NRestarts', '--value', 'chairside'])).text)

/** The output of the service since a moment, which is in seconds since 1970. */
const printedSince = async (host: Host, since: number): Promise<string> =>
  (await host.run(['journalctl', '-u', 'chairside', '-o', 'cat', '--no-pager', `--since=@${since}`])).text

async function notStarted(host: Host, since: number): Promise<InstallError> {
  const lines = (await printedSince(host, since)).trim().split('\n').slice(-10)
  return new InstallError(`the service does not start. It says:\n  ${lines.join('\n  ')}`)
}

/** The newest setup link in the output of the service. Undefined when there is no link. */
export const setupLinkIn = (printed: string): string | undefined =>
  printed.match(/https?:\/\/\S+\/setup#\S+/g)?.at(-1)
