import { BackupError, requireGoodVersion } from '../backup/litestream.ts'
import type { Config } from '../config.ts'
import { type CaddySite, siteText, withImport } from './caddy.ts'
import { commandText } from './command-text.ts'
import { type Host, InstallError, isThere, must, put, remove, textOf } from './host.ts'
import { places, serviceUser } from './places.ts'
import { putProgram } from './program.ts'
import { isActive, setupLinkIn, startAnew } from './running.ts'
import { unitText } from './unit.ts'
import type { InstallPlan } from './wanted.ts'

interface How {
  readonly source: string
  /** Whether Caddy is in front. Otherwise the operator has a proxy of their own. */
  readonly caddy: boolean
  /** Whether the object store may be empty, because this is a new practice. */
  readonly firstBoot: boolean
}

interface Installed {
  /**
   * The one-time link that creates the practice. Undefined when a practice exists, or when the service was not started
   * now.
   */
  readonly setupUrl: string | undefined
  /** Whether anything on the machine was changed. */
  readonly changed: boolean
}

/**
 * Installs the service, or changes an installation to the wanted state. The installation can run again at any time,
 * and changes only the parts that differ.
 * @throws InstallError.
 */
export async function install(
  host: Host,
  { settings, config, site }: InstallPlan,
  how: How,
): Promise<Installed> {
  requireSystem(host)
  await requireLitestream(config)
  if (how.caddy) await installCaddy(host)
  if ((await host.run(['id', '-u', serviceUser])).code !== 0)
    await must(host, [
      'useradd',
      '--system',
      '--home-dir',
      places.data,
      '--shell',
      '/usr/sbin/nologin',
      serviceUser,
    ])
  const unit = unitText(config.replica?.environment.REPLICA_URL)
  const changes = [
    await putProgram(host, how.source),
    put(host, places.settings, settings, 0o600),
    put(host, places.unit, unit, 0o644),
    put(host, places.command, commandText, 0o755),
  ]
  const proxyChanged = how.caddy && (await putSites(host, site))
  if (how.caddy && site.email === null) await publishAuthority(host)
  await must(host, ['systemctl', 'daemon-reload'])
  await must(host, ['systemctl', 'enable', 'chairside'])
  const changed = changes.includes(true)
  const printed =
    changed || !(await isActive(host))
      ? await startAnew(host, config, {
          path: '/livez',
          ...(how.firstBoot && config.replica && { once: { FIRST_BOOT: 'yes' } }),
        })
      : ''
  return { setupUrl: setupLinkIn(printed), changed: changed || proxyChanged }
}

function requireSystem(host: Host): void {
  if (!/^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(textOf(host, '/etc/os-release')))
    throw new InstallError(
      'this is not Debian or Ubuntu: write the files yourself, as src/install/README.md shows',
    )
  if (!isThere(host, '/run/systemd/system'))
    throw new InstallError('systemd does not run here: see "In a container" in src/install/README.md')
}

/** @throws InstallError when a store is set and Litestream is missing or too old. */
export async function requireLitestream({ replica }: Config): Promise<void> {
  try {
    if (replica !== undefined) await requireGoodVersion(replica)
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    throw new InstallError(
      `${error.message}. Get the package (.deb) of version 0.5.18 from https://github.com/benbjohnson/litestream/releases, compare its SHA-256 with that page, and type: apt-get install ./litestream-….deb`,
    )
  }
}

async function installCaddy(host: Host): Promise<void> {
  if (isThere(host, '/usr/bin/caddy')) return
  host.say('installing Caddy, which gets the certificate')
  await must(host, ['apt-get', 'update', '-q'])
  const packages = ['caddy', 'ca-certificates']
  const { code } = await host.run(['apt-cache', 'show', '--quiet', 'caddy'])
  if (code !== 0)
    throw new InstallError(
      'this system has no package caddy: Debian has it from 12, Ubuntu from 24.04. Or set up nginx, and add --without-caddy',
    )
  await must(host, [
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    'install',
    '-y',
    '--no-install-recommends',
    ...packages,
  ])
}

/**
 * Writes Caddy's site with the hosts of all practices. If the hosts cannot be read, Caddy keeps its present site.
 * Returns whether anything changed.
 */
async function putSites(host: Host, site: CaddySite): Promise<boolean> {
  const hosts = await hostsBeside(host, site.domain)
  if (hosts !== null) return await putSite(host, siteText({ ...site, hosts }))
  host.say('the hosts of the practices cannot be read, so the site of Caddy stays as it is')
  return isThere(host, places.site) ? false : await putSite(host, siteText(site))
}

/**
 * The hosts of practices without the shared host, each with the port of `domain`. Null when the hosts cannot be read.
 */
async function hostsBeside(host: Host, domain: string): Promise<string[] | null> {
  if (!isThere(host, places.database)) return []
  const { code, text } = await host.run([places.command, 'proxy', '--for', 'hosts', '--json'])
  const printed = text.split('\n').find((line) => line.startsWith('{"text":'))
  if (code !== 0 || printed === undefined) return null
  const { hostname, port } = new URL(`https://${domain}`)
  return String(JSON.parse(printed).text)
    .split('\n')
    .filter((name) => name !== hostname)
    .map((name) => (port === '' ? name : `${name}:${port}`))
}

/** Writes the site, if Caddy accepts it. Otherwise both files are restored. */
async function putSite(host: Host, site: string): Promise<boolean> {
  const before = [places.site, places.caddyfile].map((path) => [path, textOf(host, path)] as const)
  const changes = [
    put(host, places.site, site, 0o644),
    put(host, places.caddyfile, withImport(textOf(host, places.caddyfile)), 0o644),
  ]
  try {
    await must(host, ['caddy', 'validate', '--adapter', 'caddyfile', '--config', places.caddyfile])
  } catch (error) {
    for (const [path, text] of before) text === '' ? remove(host, path) : put(host, path, text, 0o644)
    throw error
  }
  await must(host, ['systemctl', 'enable', 'caddy'])
  await must(host, ['systemctl', 'reload-or-restart', 'caddy'])
  return changes.includes(true)
}

/** Copies the certificate of Caddy's own authority to a path where people can fetch it and `doctor` reads it. */
async function publishAuthority(host: Host): Promise<void> {
  for (let tries = 0; !isThere(host, places.caddyAuthority); tries++) {
    if (tries === 60) throw new InstallError('Caddy made no authority: look at journalctl -u caddy')
    await host.wait(500)
  }
  put(host, places.authority, textOf(host, places.caddyAuthority), 0o644)
}
