/** Random requests, most of them nonsense. The service answers in its envelope and never with a 5xx. */
import { test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { fuzz } from '../support/fuzz.ts'
import { listening } from '../support/listening.ts'

test('the service answers random requests in its envelope and reports no fault', async () => {
  await using c = await clinic({ signedIn: true })
  await fuzz(c, (request) => c.app.handle(request), 'http://localhost', 2000)
})

test('over a port, the service answers random requests in its envelope and reports no fault', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  await fuzz(c, (request) => fetch(request, { redirect: 'manual' }), server.url, 1000)
})
