import { Elysia } from 'elysia'
import { notFound, unavailable } from '../domain/problem.ts'
import { isLoopback } from '../http/address.ts'
import { answer } from '../http/exchange.ts'
import type { Metrics } from './metrics.ts'
import { type Health, readiness } from './readiness.ts'

/** What a proxy adds to the requests it passes on. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * That we are there, for everyone; and whether we work, for this machine alone, such as a container's health check:
 * it costs a write, and is nobody else's business. `addressHeader` is what else a proxy on this machine adds.
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
 * For the operator, on a port of its own: readiness with everything it stands on, and the metrics. Here `degraded`
 * fails a check as well: nothing is taken out of service for it, and somebody looks.
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
