/** The places of an installation. All paths are absolute. */
export const places = {
  program: '/opt/chairside',
  /** The program that an upgrade is about to put in place, the one from before, and one that did not start. */
  programNext: '/opt/chairside.next',
  programBefore: '/opt/chairside.before',
  programFailed: '/opt/chairside.failed',
  data: '/var/lib/chairside',
  database: '/var/lib/chairside/chairside.db',
  settings: '/etc/chairside.env',
  unit: '/etc/systemd/system/chairside.service',
  command: '/usr/local/bin/chairside',
  caddyfile: '/etc/caddy/Caddyfile',
  site: '/etc/caddy/chairside.caddyfile',
  /** The certificate of Caddy's own authority, and where everybody on the machine can read it. */
  caddyAuthority: '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt',
  authority: '/etc/chairside-authority.crt',
} as const

/** The user of the service. */
export const serviceUser = 'chairside'
