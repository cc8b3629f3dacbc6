import { existsSync } from 'node:fs'
import { answerMs, type Finding, ok, warn } from './finding.ts'

/** The files that `install-service` writes, by the names of the units that need them. */
const written = {
  chairside: '/etc/systemd/system/chairside.service',
  caddy: '/etc/caddy/chairside.caddyfile',
}

/**
 * Whether systemd starts the service, and the proxy, after the machine was booted. The existing paths of `files` show
 * which units are installed.
 */
export function units(
  files: Readonly<Record<string, string>> = written,
  systemctl = Bun.which('systemctl'),
): Finding[] {
  const there = Object.keys(files).filter((name) => existsSync(files[name]!))
  if (systemctl === null || there.length === 0) return []
  const off = there.filter((name) => {
    const { stdout } = Bun.spawnSync([systemctl, 'is-enabled', name], { timeout: answerMs })
    return ['disabled', 'masked'].includes(`${stdout}`.trim())
  })
  if (off.length === 0) return [ok('units', `systemd starts ${there.join(' and ')} after a boot`)]
  const names = off.join(' ')
  return [
    warn(
      'units',
      `systemd does not start ${off.join(' and ')} after a boot`,
      `Type: systemctl unmask ${names} && systemctl enable ${names}`,
    ),
  ]
}
