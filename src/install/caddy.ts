/** How the proxy shows the address of the practice. */
export interface CaddySite {
  readonly domain: string
  /** The other hosts of this server: those of practices. None when left out. */
  readonly hosts?: readonly string[]
  /** The address that the authority for certificates may write to. Null: Caddy is its own authority. */
  readonly email: string | null
  /** Where the server listens on this machine, such as `http://127.0.0.1:3000`. */
  readonly local: string
}

/**
 * How Caddy passes requests over a restart of the service: it connects again and again. Its checks of health would refuse
 * requests that are no reads (Caddy 2.6), so there are none.
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

/** The mail address in a site that was written before, or null for Caddy's own authority. Undefined without a site. */
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
