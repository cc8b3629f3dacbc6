/** Random requests, most of them nonsense. The service answers in its envelope and never with a 5xx. */
import { test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { fuzz } from '../support/fuzz.ts'
import { listening } from '../support/listening.ts'

test('§1 Every refusal is `{ error, requestId }`, where the error has `code`, `status`, `message` and perhaps `details`.', async () => {
  await using c = await clinic({ signedIn: true })
  await fuzz(c, (request) => c.app.handle(request), 'http://localhost', 2000)
})

test('§1 Every answer of ours is in this envelope, also for an unknown path, a wrong method and a broken request.', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  await fuzz(c, (request) => fetch(request, { redirect: 'manual' }), server.url, 1000)
})
