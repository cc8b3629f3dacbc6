import { Elysia } from 'elysia'
import { notFound, unavailable } from '../domain/problem.ts'
import { isLoopback } from '../http/address.ts'
import { answer } from '../http/envelope.ts'
import type { Metrics } from './metrics.ts'
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
 * `/livez` tells everyone that the process answers. `/readyz` tells this machine alone whether the service works,
 * because it costs a write. Requests that come through a proxy get 404 there.
 * `addressHeader` is one more header by which such a proxy is known.
 */
export const healthRoutes = (health: Health, addressHeader: string | undefined) =>
  new Elysia({ detail: { hide: true } })
    .get('/livez', ({ request }) => answer(request, { status: 'alive' }))
    .get('/readyz', async ({ request, server }) => {
      const proxied = [...forwarding, addressHeader ?? 'via'].some((header) => request.headers.has(header))
      if (proxied || !isLoopback(server?.requestIP(request)?.address ?? '')) throw notFound()
      const { status } = await readiness(health)
      if (status === 'unavailable') throw unavailable()
      return answer(request, { status })
    })

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
      '/livez': () => Response.json({ status: 'alive' }),
      '/readyz': async () => {
        const found = await readiness(health)
        return Response.json(found, { status: found.status === 'ready' ? 200 : 503 })
      },
      '/metrics': async () =>
        new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    },
    fetch: () => Response.json({ status: 'there is nothing here' }, { status: 404 }),
  })
