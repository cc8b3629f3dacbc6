import { fuzzBooking } from '../support/fuzz-booking.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic } from '../support/online-booking.ts'

/**
 * Sends random requests to the paths and pages for online booking, half of them over a port. Throws at a 5xx, a fault,
 * an answer that is neither an envelope nor a page, or an answer that names a patient.
 */
export async function fuzzBookingDrill({
  requests,
  roundOf = 2_000,
}: {
  requests: number
  roundOf?: number
}) {
  const statuses: Record<string, number> = {}
  for (let done = 0; done < requests; done += roundOf) {
    const round = done / roundOf
    // Each fifth practice has almost no offers. When a time is taken there, the service searches many days ahead.
    const few = round % 5 === 4 ? { horizonDays: 3, mostPerDay: 1 } : {}
    await using c = await bookingClinic(round % 3 === 0 ? 'request' : 'instant', few)
    await using server = round % 2 === 0 ? null : listening(c)
    const handle = (request: Request) =>
      server === null ? c.app.handle(request) : fetch(request, { redirect: 'manual' })
    const counts = await fuzzBooking(c, handle, server?.url ?? 'http://localhost', roundOf)
    for (const [status, number] of Object.entries(counts)) statuses[status] = (statuses[status] ?? 0) + number
  }
  return { requests, statuses }
}
