/**
 * Visitors who flood a booking page, in another process: `flood-booking-client.ts <url> <plan>`. The plan is the JSON
 * of `BookingPlan`. When its standard input ends, the process prints the number of answers by status.
 */
import type { BookingPlan } from './flood-booking.ts'

const [url, plan] = [process.argv[2]!, JSON.parse(process.argv[3]!) as BookingPlan]
const statuses: Record<string, number> = {}
let over = false

async function ask(visitor: number, n: number): Promise<number> {
  const headers = { 'x-real-ip': `198.51.100.${visitor + 1}`, 'content-type': 'application/json' }
  const day = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 1 + (n % 3) })
  const startAt = day
    .toPlainDateTime({ hour: 9 + (n % 7), minute: 15 * (visitor % 4) })
    .toZonedDateTime('Europe/Berlin')
  const typeId = plan.typeIds[(visitor + n) % plan.typeIds.length]!
  // Every second visitor writes the name of the practice in capitals.
  const slug = visitor % 2 === 0 ? 'lindenplatz' : 'LINDENPLATZ'
  const base = `${url}/api/v1/public/practices/${slug}`
  const hold = {
    appointmentTypeId: typeId,
    startAt: startAt.toInstant().toString(),
    practitionerId: null,
    known: false,
  }
  const answer =
    n % 3 === 0
      ? await fetch(`${base}/holds`, { method: 'POST', headers, body: JSON.stringify(hold) })
      : n % 3 === 1
        ? await fetch(`${base}/openings?appointmentTypeId=${typeId}&known=false`, { headers })
        : await fetch(`${url}/book/${slug}?known=no&type=${typeId}`, { headers })
  for await (const _ of answer.body ?? []);
  return answer.status
}

const working = Array.from({ length: plan.addresses }, async (_, visitor) => {
  for (let n = 0; !over; n++) {
    const status = await ask(visitor, n).catch(() => 'cut')
    statuses[status] = (statuses[status] ?? 0) + 1
  }
})
await Bun.stdin.text()
over = true
await Promise.race([Promise.all(working), Bun.sleep(10_000)])
console.log(JSON.stringify(statuses))
process.exit(0)
