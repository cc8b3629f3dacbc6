/** The figures of the large clinic: reads, bookings, refusals, search, and reads beside bookings. */
import { copyFileSync } from 'node:fs'
import { requireSameAnswers } from './answers.ts'
import { type Bench, bookingsRemover, type Measured } from './bench.ts'
import { measureBeside } from './beside.ts'
import { measureDisk } from './disk.ts'
import { cores, measureGenerator } from './generator.ts'
import { measureMemory } from './memory.ts'
import { clinic, day } from './records.ts'
import { type Line, perSecond, spread, table } from './report.ts'
import { type Requests, requestsOf, type Taken } from './requests.ts'
import { type Contender, compare } from './rounds.ts'
import { measureSearch } from './search.ts'
import { seedClinic } from './seed.ts'
import { bookingLoad } from './side-load.ts'

const readClients = 16

export async function measureClinic(bench: Bench): Promise<Measured> {
  bench.progress(`seeding a clinic of ${bench.patients.toLocaleString('en')} patients`)
  const [oursPath, barePath] = [bench.path('ours.db'), bench.path('bare.db')]
  const seeded = await seedClinic(oursPath, bench.patients)
  copyFileSync(oursPath, barePath)
  const disk = await measureDisk(bench, oursPath, bench.patients + clinic.neighbours)
  const ours = await bench.ours(oursPath)
  const bare = await bench.bare(barePath, seeded)
  const patients = { first: 0, count: bench.patients }
  const requests = requestsOf(seeded.token, patients)
  const booking = requests.bookingOn(clinic.chairs)
  const taken = await takenTimes(ours.port, seeded.token)
  const busy: string[][] = []

  const line = async (figure: string, clients: number, aim: number, asked: Requests): Promise<Line> => {
    bench.progress(figure)
    const contender = (port: number, path: string): Contender => ({
      port,
      requests: asked,
      ...(asked === booking && { reset: bookingsRemover(path) }),
    })
    const [a, b] = [{ ...contender(ours.port, oursPath), trail: oursPath }, contender(bare.port, barePath)]
    await requireSameAnswers(a, b)
    const compared = await compare(a, b, { rounds: bench.rounds, seconds: bench.seconds, clients })
    busy.push([figure, cores(compared.busy)])
    return {
      figure,
      ours: perSecond(compared.a),
      bare: perSecond(compared.b),
      ratio: spread(compared.ratio),
      aim: `≥ ${aim}`,
      met: compared.ratio.median >= aim,
    }
  }

  const lines = [
    await line('one patient', readClients, 0.75, requests.patient),
    await line('GET /me', readClients, 1, requests.me),
    await line('a page of 50 patients', readClients, 0.8, requests.page),
    await line("a day's entries", readClients, 0.8, requests.dayOfEntries),
    await line("a day's availability", readClients, 0.8, requests.availability),
    await line('`day`', readClients, 0.85, requests.day),
    await line('`openings` in four full weeks', readClients, 0.8, requests.openings),
    await line('`moves`, 1 client', 1, 0.75, requests.moves),
    await line('bookings, 1 client', 1, 0.9, booking),
    await line('bookings, 64 clients', 64, 2.7, booking),
    await line('conflicts, 64 clients', 64, 0.8, requests.conflictWith(taken)),
  ]
  const search = await measureSearch(bench, ours.port, bare.port, requests)
  const { me, patient, page, dayOfEntries, availability } = requests
  const beside = await measureBeside(bench, {
    figure: "reads' p99 beside 64 booking clients",
    port: ours.port,
    kinds: {
      'one patient': patient,
      'GET /me': me,
      'a page': page,
      'a day': dayOfEntries,
      availability,
    },
    load: () => bookingLoad(ours.port, seeded.token, patients),
    aim: { times: 5, ms: 8 },
    reset: bookingsRemover(oursPath),
  })
  const generator = await measureGenerator(bench, bare.port, requests.nothing)
  await Promise.all([ours.stop(), bare.stop()])
  const memory = await measureMemory(bench, oursPath, requests)
  return {
    lines: [...lines, search.line, beside.line, ...disk, ...memory.lines],
    details: [
      refusals,
      search.details,
      beside.details,
      memory.details,
      `${generator}\n${table(['figure', 'kept busy by the load'], busy)}`,
    ].join('\n\n'),
  }
}

const refusals = `A refusal writes nothing and syncs nothing, in both programs. So a shared commit gains nothing there.`

/** The appointments of the clinic's first week. */
async function takenTimes(port: number, token: string): Promise<Taken[]> {
  const [from, to] = [clinic.firstDay, clinic.firstDay + 7 * day].map((at) => new Date(at).toISOString())
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/appointments?from=${from}&to=${to}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const { data } = (await response.json()) as { data: { appointments: (Taken & { type: string })[] } }
  return data.appointments.filter(({ type }) => type === 'appointment')
}
