/**
 * The figures of many small practices in one file: searches, and the effect of one practice's flood on another
 * practice.
 */
import type { Bench, Measured } from './bench.ts'
import { measureBeside } from './beside.ts'
import { requestsOf } from './requests.ts'
import { measureSearchInPractices } from './search.ts'
import { patientsEach, seedPractices } from './seed-practices.ts'
import { flood } from './side-load.ts'

/** How many of the practices search. They are far apart in the file. */
const searching = 25

export async function measurePractices(bench: Bench): Promise<Measured> {
  const practices = `${bench.practices.toLocaleString('en')} practices of ${patientsEach.toLocaleString('en')}`
  bench.progress(`seeding ${practices} patients`)
  const path = bench.path('practices.db')
  const seeded = await seedPractices(path, bench.practices)
  const requests = seeded.map(({ token }, n) =>
    requestsOf(token, { first: n * patientsEach, count: patientsEach }),
  )
  const free = await bench.ours(path)
  const step = Math.ceil(requests.length / searching)
  const some = requests.filter((_, n) => n % step === 0)
  const search = await measureSearchInPractices(bench, free.port, `search, ${practices}`, some)
  await free.stop()

  const { port } = await bench.ours(path, { RATE_LIMIT: 'on' })
  const { me, patient, page, bookingOn } = requests.at(-1)!
  const booking = bookingOn(1)
  let booked = 0
  const beside = await measureBeside(bench, {
    figure: "another practice's p99 beside a flood",
    port,
    kinds: {
      'one patient': patient,
      'GET /me': me,
      'a page': page,
      'a booking': { ...booking, request: () => booking.request(booked++) },
    },
    load: () => flood(port, seeded[0].token),
    aim: { times: 3 },
  })
  return {
    lines: [search.line, beside.line],
    details: [search.details, beside.details].join('\n\n'),
  }
}
