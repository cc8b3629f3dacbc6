/** The facts about Caddy's site for this server. */
export interface CaddySite {
  readonly domain: string
  /** The hosts of practices on this server. When left out, there are no such hosts. */
  readonly hosts?: readonly string[]
  /** The e-mail address for the certificate authority. Null when Caddy is its own authority. */
  readonly email: string | null
  /** Where the server listens on this machine, such as `http://127.0.0.1:3000`. */
  readonly local: string
}

/**
 * The lines that make Caddy hold requests during a restart of the service: Caddy tries to connect again and again.
 * Caddy's health checks would refuse requests that are not reads (Caddy 2.6), so this site has no health checks.
 */
const waiting = `		# While the service restarts, requests wait for it.
		lb_try_duration 60s
		lb_try_interval 100ms`

/** Caddy's site for the service. The operator's page shows the same text. */
export const siteText = ({
  domain,
  hosts = [],
  email,
  local,
}: CaddySite): string => `${[domain, ...hosts].join(',\n')} {
	tls ${email ?? 'internal'}
	reverse_proxy ${local.replace('http://', '')} {
		# Replaces whatever the caller sent under this name.
		header_up X-Real-IP {remote_host}
${waiting}
	}
}
`

/**
 * The mail address in the text of an earlier site, or null when Caddy is its own authority. Undefined without a site.
 */
export function emailIn(site: string): string | null | undefined {
  const [, word] = /^\ttls (\S+)$/m.exec(site) ?? []
  return word === 'internal' ? null : word
}

const importLine = 'import chairside.caddyfile'

/** The main file of Caddy, with our site. */
export const withImport = (caddyfile: string): string =>
  caddyfile.split('\n').includes(importLine)
    ? caddyfile
    : `${caddyfile.trimEnd()}\n\n${importLine}\n`.trimStart()

/** The main file of Caddy, without our site. */
export const withoutImport = (caddyfile: string): string =>
  caddyfile.includes(importLine)
    ? `${caddyfile
        .split('\n')
        .filter((line) => line !== importLine)
        .join('\n')
        .trimEnd()}\n`.trimStart()
    : caddyfile
