import { Elysia } from 'elysia'
import { misdirected, notFound, unavailable } from '../domain/problem.ts'
import { callerAddress, isLoopback } from '../http/address.ts'
import { answer } from '../http/exchange.ts'
import { securityHeaders } from '../http/security-headers.ts'
import type { Checks } from './checks.ts'
import type { Metrics } from './metrics.ts'
import { Probes } from './probes.ts'
import { type Health, readiness } from './readiness.ts'

/** Headers that a proxy adds to the requests it passes on. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * - `/livez` shows everyone that the process answers.
 * - `/livez/owner` shows everyone whether this server owns its practices. Without failover, the path does not exist.
 * - `/livez/cell/a` shows everyone whether this server is the cell `a` and owns its practices.
 * - `/livez/probe` shows only this machine how a probe of `/livez` arrived.
 * - `/readyz` shows only this machine whether the service works, because it costs a write.
 *
 * Requests through a proxy get 404 from the last two. `addressHeader` is one more header that shows such a proxy.
 * `checks` notes each check of a path that is for everyone.
 */
export function healthRoutes(health: Health, addressHeader: string | undefined, checks: Checks) {
  const probes = new Probes()
  const requireThisMachine = ({ request, server }: Asking): void => {
    const proxied = [...forwarding, addressHeader ?? 'via'].some((header) => request.headers.has(header))
    const address = server?.requestIP(request)?.address ?? ''
    // When the server listens at one address of the machine, only this machine sends requests from that address.
    if (proxied || !(isLoopback(address) || address === server?.hostname)) throw notFound()
  }
  return new Elysia({ detail: { hide: true } })
    .get('/livez', ({ request, server }) => {
      checks.note()
      probes.note(request, () => ({
        address: callerAddress(request, addressHeader, () => server?.requestIP(request)?.address),
        named: addressHeader !== undefined && request.headers.has(addressHeader),
      }))
      return answer(request, { status: 'alive' })
    })
    .get('/livez/probe', ({ request, server }) => {
      requireThisMachine({ request, server })
      const arrived = probes.find(request)
      if (arrived === undefined) throw notFound()
      return answer(request, arrived)
    })
    .get('/livez/owner', ({ request }) => {
      if (health.owns === undefined) throw notFound()
      if (!health.owns()) throw unavailable()
      checks.note()
      return answer(request, { status: 'alive' })
    })
    .get('/livez/cell/:cell', ({ request, params: { cell } }) => {
      if (health.cell?.().name !== cell || health.owns?.() === false) throw misdirected()
      checks.note()
      return answer(request, { status: 'alive' })
    })
    .get('/readyz', async ({ request, server }) => {
      requireThisMachine({ request, server })
      const { status } = await readiness(health)
      if (status === 'unavailable') throw unavailable()
      return answer(request, { status })
    })
}

interface Asking {
  readonly request: Request
  readonly server: {
    readonly hostname?: string | undefined
    requestIP(request: Request): { readonly address: string } | null
  } | null
}

/**
 * The operator's own port: readiness with its details, and metrics. `degraded` answers 503 here.
 * A check of this port should raise an alert, and should not take the service out of use.
 */
export const operatorServer = (
  { host, port }: { host: string; port: number },
  health: Health,
  metrics: Metrics,
) =>
  Bun.serve({
    hostname: host,
    port,
    reusePort: false,
    development: false,
    routes: {
      '/livez': () => json({ status: 'alive' }),
      '/readyz': async () => {
        const found = await readiness(health)
        return json(found, found.status === 'ready' ? 200 : 503)
      },
      '/metrics': async () =>
        new Response(await metrics.text(), { headers: { ...headers, 'content-type': metrics.contentType } }),
    },
    fetch: () => json({ status: 'there is nothing here' }, 404),
  })

const headers = securityHeaders({ https: false })
const json = (body: object, status = 200) => Response.json(body, { status, headers })
