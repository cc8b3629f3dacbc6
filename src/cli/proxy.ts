/** Prints the sites of a proxy for every host of this server. */
import { checkWords, waitingLines, waitingServer } from '../cells/router/waiting.ts'
import { localAddress } from '../config.ts'
import { command, optional, required, UsageError } from './command.ts'
import { sitesOf, withStore } from './store.ts'

/** The values that go into the configuration of a proxy. */
interface ProxyFacts {
  /** Every host of this server. The host of PUBLIC_URL is first. */
  readonly hosts: readonly string[]
  readonly isHttps: boolean
  /** The port that people connect to. */
  readonly publicPort: number
  /** The address where the server listens on this machine, such as `127.0.0.1:3000`. */
  readonly local: string
  /** The files of a certificate for all hosts. Undefined when Caddy gets a certificate for each host. */
  readonly certificate: string | undefined
  readonly key: string | undefined
}

const texts: Readonly<Record<string, (facts: ProxyFacts) => string>> = {
  // Caddy gets certificates only for the names in this file, so it need not ask whether a name is allowed. For a name
  // that it does not know, Caddy answers 200. So the last address has no name, and passes all other requests on to the
  // server.
  caddy: ({ hosts, isHttps, publicPort, local, certificate, key }) => `${[...hosts, '']
    .map((host) => `${isHttps ? 'https' : 'http'}://${host}:${publicPort}`)
    .join(',\n')} {
${certificate && isHttps ? `\ttls ${certificate} ${key ?? certificate}\n` : ''}\treverse_proxy ${local} {
\t\t# Replaces whatever the caller sent under this name.
\t\theader_up X-Real-IP {remote_host}
\t\t# While the service restarts, requests wait for it.
\t\tlb_try_duration 60s
\t\tlb_try_interval 100ms
\t}
}`,

  nginx: ({ hosts, isHttps, publicPort, local, certificate, key }) => `server {
\tlisten ${publicPort}${isHttps ? ' ssl' : ''};
\tlisten [::]:${publicPort}${isHttps ? ' ssl' : ''};
${hosts.map((host) => `\tserver_name ${host};`).join('\n')}
${isHttps ? `\tssl_certificate ${certificate};\n\tssl_certificate_key ${key ?? certificate};\n` : ''}\tclient_max_body_size 2m;
\tlocation / {
\t\t# The addresses of calendars hold secrets. The log of chairside names none.
\t\taccess_log off;
\t\tproxy_pass http://${local};
\t\tproxy_http_version 1.1;
\t\tproxy_set_header Connection "";
\t\tproxy_set_header Host $host;
\t\tproxy_set_header X-Real-IP $remote_addr;
\t\tproxy_buffering off;
\t}
}`,

  haproxy: ({ hosts, isHttps, publicPort, local, certificate }) => `defaults
\tmode http
\ttimeout connect 5s
\ttimeout client 120s
\ttimeout server 120s

frontend chairside
\tbind :${publicPort}${isHttps ? ` ssl crt ${certificate}` : ''}
\tbind :::${publicPort} v6only${isHttps ? ` ssl crt ${certificate}` : ''}
${hosts.map((host) => `\tacl ours req.hdr(host),field(1,:) -i ${host}`).join('\n')}
\tacl alive path /livez /readyz
\thttp-request deny deny_status 421 unless ours or alive
\thttp-request set-header X-Real-IP %[src]
\tdefault_backend chairside

backend chairside
${waitingLines('/livez')}
\tserver chairside ${local} ${checkWords}
${waitingServer}`,

  // Only the names, one in each line.
  hosts: ({ hosts }) => hosts.join('\n'),
}

export const proxy = command({
  name: 'proxy',
  summary:
    'Prints what the proxy before this server needs to know: every host of the practices, with those that they had in the last 90 days. Write it into a file, and run it again after `practice host`.',
  options: {
    for: required(Object.keys(texts).join('|'), 'The program, or only the names of the hosts.'),
    certificate: optional(
      'FILE',
      'The certificate for all hosts, such as one for *.app.example. For HAProxy the file holds the key, too. Caddy gets certificates by itself without it.',
    ),
    key: optional('FILE', 'The key of the certificate, where it is in a file of its own.'),
  },
  run: async ({ for: program, certificate, key }, { config, now }) => {
    const text = Object.hasOwn(texts, program) ? texts[program] : undefined
    if (text === undefined) throw new UsageError(`--for must be one of ${Object.keys(texts).join(', ')}`)
    const { publicUrl } = config
    const local = localAddress(config).replace('http://', '')
    if (publicUrl === undefined) throw new UsageError('PUBLIC_URL is not set. Set it to what the server has')
    const { protocol, port: given } = new URL(publicUrl)
    const isHttps = protocol === 'https:'
    if (isHttps && !['caddy', 'hosts'].includes(program) && certificate === undefined)
      throw new UsageError('--certificate is missing: only Caddy gets certificates by itself')
    return withStore(config, async (store) => {
      const known = store.identity.hosts()
      const aliases = [...(known?.aliases ?? [])].filter(([, by]) =>
        [...by.values()].some((endsAt) => endsAt > now()),
      )
      const { host } = sitesOf(config, store, now).shared
      const others = [...(known?.practiceAt.keys() ?? []), ...aliases.map(([alias]) => alias)].sort()
      const hosts = [...new Set([host, ...others])]
      const publicPort = Number(given || (isHttps ? 443 : 80))
      return { text: text({ hosts, isHttps, publicPort, local, certificate, key }) }
    })
  },
  // Tabs are replaced by spaces, because a terminal moves its cursor at a tab.
  text: ({ text }) => String(text).replaceAll('\t', '  '),
})
