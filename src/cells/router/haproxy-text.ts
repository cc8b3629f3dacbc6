import type { KnownCell } from '../registry.ts'
import { checkWords, waitingLines, waitingServer } from './waiting.ts'

/** The values for the configuration of the router. */
export interface RouterFacts {
  readonly cells: readonly KnownCell[]
  /** The path of the file of the map. `socket` is the path of the admin socket. */
  readonly map: string
  readonly socket: string
  /** Where HAProxy listens, such as `:443`. */
  readonly bind: string
  /**
   * The certificate of all hosts with its key. Undefined when a proxy in front has the certificate, or when there is
   * no certificate.
   */
  readonly certificate: string | undefined
  /**
   * The network of a proxy in front, which writes `X-Real-IP` itself. Undefined when callers reach HAProxy directly.
   */
  readonly behind: string | undefined
}

export const backendOf = (cell: string): string => `cell-${cell}`

/**
 * The whole configuration of HAProxy 2.6 for these cells. At run time, the map tells HAProxy which host belongs to
 * which cell.
 */
export function haproxyText({ cells, map, socket, bind, certificate, behind }: RouterFacts): string {
  return `global
\tstats socket ${socket} mode 600 level admin
${portOf(bind) < 1_024 ? '\t# Only root may listen at its port. It goes on as the user of the Debian package.\n\tuser haproxy\n\tgroup haproxy\n' : ''}
defaults
\tmode http
\ttimeout connect 3s
\t# A stream of changes sends something every 20 seconds.
\ttimeout client 120s
\ttimeout server 120s

frontend chairside
\tbind ${bind}${certificate === undefined ? '' : ` ssl crt ${certificate} alpn h2,http/1.1`}
\thttp-request set-var(txn.cell) req.hdr(host),field(1,:),lower,map_str(${map})
\thttp-request deny deny_status 421 unless { var(txn.cell) -m found }
\thttp-request set-header X-Real-IP %[src]${behind === undefined ? '' : ` unless { src ${behind} }`}
\tuse_backend cell-%[var(txn.cell)]
${cells.map(backend).join('')}`
}

const portOf = (bind: string): number => Number(bind.split(':').at(-1))

/** The name of the server in HAProxy's configuration for one address of a cell. */
export const serverOf = (cell: string, at: number): string => `${cell}-${at + 1}`

const backend = ({ cell, addresses }: KnownCell): string => `
backend ${backendOf(cell)}
\t# Only the machine that owns the cell passes: no other cell, and none from which another machine has taken over.
${waitingLines(`/livez/cell/${cell}`)}
${addresses.map((address, at) => `\tserver ${serverOf(cell, at)} ${address} ${checkWords}\n`).join('')}${waitingServer}
`
