/** Random requests, most of them malformed. The service answers with its JSON format and never with a 5xx status. */
import { expect, test } from 'bun:test'
import { clinic } from '../support/clinic.ts'
import { fuzz } from '../support/fuzz.ts'
import { fuzzBooking } from '../support/fuzz-booking.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic } from '../support/online-booking.ts'

test('§1 Every refusal is `{ error, requestId }`, where the error has `code`, `status`, `message` and perhaps `details`.', async () => {
  await using c = await clinic({ signedIn: true })
  await fuzz(c, (request) => c.app.handle(request), 'http://localhost', 2000)
})

test('§1 Except for pages, every answer is JSON with `requestId`, also for an unknown path, a wrong method and a broken request.', async () => {
  await using c = await clinic({ signedIn: true })
  await using server = listening(c)
  await fuzz(c, (request) => fetch(request, { redirect: 'manual' }), server.url, 1000)
})

test('§31 Malformed requests of visitors get a JSON error or a page, and no answer names a patient.', async () => {
  await using c = await bookingClinic()
  const statuses = await fuzzBooking(c, (request) => c.app.handle(request), 'http://localhost', 1500)
  // The random requests must also be accepted sometimes. Otherwise they would test too little.
  for (const status of [200, 201, 400, 401, 404, 409])
    expect(statuses[status], `${status}`).toBeGreaterThan(5)
})
