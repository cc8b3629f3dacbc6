/** Measures the cost of the audit trail: compares the service with the service without the trail (`untold.ts`). */
import { copyFileSync, readFileSync } from 'node:fs'
import { type Bench, bookingsRemover, type Measured } from './bench.ts'
import { clinic } from './records.ts'
import { type Line, perSecond, spread, table } from './report.ts'
import { type Requests, requestsOf } from './requests.ts'
import { burst } from './rounds.ts'
import { seedClinic } from './seed.ts'
import type { Server } from './servers.ts'
import { median, ratioOf } from './statistics.ts'

/** The aims: the least rate with the trail, divided by the rate without the trail. */
const aims = { bookings: 0.85, reads: 0.9 }

interface Side {
  readonly server: Server
  readonly path: string
  readonly trail: string | undefined
  readonly rates: number[]
  /**
   * The processor time of the server for each request, in microseconds. It does not include other work of the machine.
   */
  readonly costs: number[]
}

export async function measureTrail(bench: Bench): Promise<Measured> {
  bench.progress(`seeding a clinic of ${bench.patients.toLocaleString('en')} patients`)
  const seeded = await seedClinic(bench.path('told.db'), bench.patients)
  for (const name of ['untold.db', 'strict.db']) copyFileSync(bench.path('told.db'), bench.path(name))
  const requests = requestsOf(seeded.token, { first: 0, count: bench.patients })
  const [told, untold, strict] = [
    await bench.ours(bench.path('told.db')),
    await bench.untold(bench.path('untold.db')),
    await bench.ours(bench.path('strict.db'), { AUDIT_READS: 'strict' }),
  ]
  const side = (server: Server, name: string): Side => ({
    server,
    path: bench.path(name),
    trail: name === 'untold.db' ? undefined : bench.path(name),
    rates: [],
    costs: [],
  })
  const costs: string[][] = []

  const line = async (figure: string, ours: Server, clients: number, aim: number | null, asked: Requests) => {
    bench.progress(figure)
    const a = side(ours, ours === strict ? 'strict.db' : 'told.db')
    const b = side(untold, 'untold.db')
    for (let round = 0; round <= bench.rounds; round++)
      for (const one of round % 2 === 0 ? [a, b] : [b, a])
        await measure(one, asked, { clients, seconds: bench.seconds, counts: round > 0 })
    const ratio = ratioOf(a.rates.map((rate, i) => rate / b.rates[i]!))
    const cost = ratioOf(b.costs.map((micros, i) => micros / a.costs[i]!))
    costs.push([figure, ...[a, b].map((one) => `${median(one.costs).toFixed(0)} µs`), spread(cost)])
    return {
      figure,
      ours: perSecond(median(a.rates)),
      bare: perSecond(median(b.rates)),
      ratio: spread(ratio),
      aim: aim === null ? '' : `≥ ${aim}`,
      met: aim === null ? undefined : ratio.median >= aim,
    } satisfies Line
  }

  const { patient, page, dayOfEntries } = requests
  const booking = requests.bookingOn(clinic.chairs)
  const lines = [
    await line('with the trail: bookings, 64 clients', told, 64, aims.bookings, booking),
    await line('with the trail: bookings, 1 client', told, 1, null, booking),
    await line('with the trail: one patient', told, 16, aims.reads, patient),
    await line('with the trail: a page of 50 patients', told, 16, null, page),
    await line("with the trail: a day's entries", told, 16, null, dayOfEntries),
    await line('strict reads: one patient', strict, 16, null, patient),
  ]
  return {
    lines,
    details: `In the lines of the trail, "bare" is the service without it.
${table(['processor time a request', 'with', 'without', 'without / with'], costs)}`,
  }
}

async function measure(
  { server, path, trail, rates, costs }: Side,
  requests: Requests,
  { clients, seconds, counts }: { clients: number; seconds: number; counts: boolean },
): Promise<void> {
  const began = processorSeconds(server.pid)
  const { perSecond, latencies } = await burst(
    { port: server.port, requests, trail, reset: bookingsRemover(path) },
    { clients, seconds },
  )
  const took = processorSeconds(server.pid) - began
  if (!counts) return
  rates.push(perSecond)
  costs.push((took / latencies.length) * 1e6)
}

/** How long a process has run on a processor. The kernel counts in hundredths of a second. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
