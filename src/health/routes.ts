import { Elysia } from 'elysia'
import { unavailable } from '../domain/problem.ts'
import { answer } from '../http/exchange.ts'
import type { Metrics } from './metrics.ts'
import { type Health, readiness } from './readiness.ts'

/** For whoever routes requests to us: that we are there, and whether to send us any. No detail. */
export const healthRoutes = (health: Health) =>
  new Elysia({ detail: { hide: true } })
    .get('/livez', ({ request }) => answer(request, { status: 'alive' }))
    .get('/readyz', async ({ request }) => {
      const { status } = await readiness(health)
      if (status === 'unavailable') throw unavailable()
      return answer(request, { status })
    })

/** For the operator, on a port of its own: the same with everything that is known, and the metrics. */
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
        return Response.json(found, { status: found.status === 'unavailable' ? 503 : 200 })
      },
      '/metrics': async () =>
        new Response(await metrics.text(), { headers: { 'content-type': metrics.contentType } }),
    },
    fetch: () => Response.json({ status: 'there is nothing here' }, { status: 404 }),
  })
