import { clinic } from '../support/clinic.ts'
import { fuzz } from '../support/fuzz.ts'
import { listening } from '../support/listening.ts'

/**
 * Sends random requests to every route, half of them over a port. Throws at a 5xx, a fault or an answer outside the
 * envelope.
 */
export async function fuzzDrill({ requests, roundOf = 2_000 }: { requests: number; roundOf?: number }) {
  let done = 0
  // Each round has a new practice, because random requests delete many records.
  while (done < requests) {
    await using c = await clinic({ signedIn: true })
    if ((done / roundOf) % 2 === 0)
      await fuzz(c, (request) => c.app.handle(request), 'http://localhost', roundOf)
    else {
      await using server = listening(c)
      await fuzz(c, (request) => fetch(request, { redirect: 'manual' }), server.url, roundOf)
    }
    done += roundOf
  }
  return { requests: done }
}
