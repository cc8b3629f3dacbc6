/** The places of an installation. All paths are absolute. */
export const places = {
  program: '/opt/chairside',
  /** The program that an upgrade is going to install, the previous program, and a new program that did not work. */
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
  /** The certificate of Caddy's own authority, and its copy that everybody on the machine can read. */
  caddyAuthority: '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt',
  authority: '/etc/chairside-authority.crt',
} as const

/** The user of the service. */
export const serviceUser = 'chairside'
