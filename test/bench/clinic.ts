/** The figures of the large clinic, for the service and the bare program: reads, bookings, search and memory. */
import { copyFileSync } from 'node:fs'
import { requireSameAnswers } from './answers.ts'
import { type Bench, bookingsRemover } from './bench.ts'
import { measureDisk } from './disk.ts'
import { clinic } from './records.ts'
import { type Line, perSecond, spread } from './report.ts'
import { type Requests, requestsOf } from './requests.ts'
import { type Contender, compare } from './rounds.ts'
import { measureSearch } from './search.ts'
import { seedClinic } from './seed.ts'

const readClients = 16
const idleMs = 2_000

export async function measureClinic(bench: Bench): Promise<{ lines: Line[]; details: string }> {
  bench.progress('seeding a clinic of 100,000 patients')
  const [oursPath, barePath] = [bench.path('ours.db'), bench.path('bare.db')]
  const seeded = await seedClinic(oursPath)
  copyFileSync(oursPath, barePath)
  const disk = await measureDisk(bench, oursPath, clinic.patients + clinic.neighbours)
  const ours = await bench.ours(oursPath)
  await Bun.sleep(idleMs)
  const idle = ours.rss()
  const bare = await bench.bare(barePath, seeded)
  const requests = requestsOf(seeded.token)

  const line = async (figure: string, clients: number, aim: number, asked: Requests): Promise<Line> => {
    bench.progress(figure)
    const books = asked === requests.booking
    const contender = (port: number, path: string): Contender => ({
      port,
      requests: asked,
      ...(books && { reset: bookingsRemover(path) }),
    })
    const [a, b] = [contender(ours.port, oursPath), contender(bare.port, barePath)]
    await requireSameAnswers(a, b)
    const compared = await compare(a, b, { ...bench, clients })
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
    await line('one patient', readClients, 0.7, requests.patient),
    await line('a page of 50 patients', readClients, 0.7, requests.page),
    await line("a day's entries", readClients, 0.7, requests.dayOfEntries),
    await line("a day's availability", readClients, 0.7, requests.availability),
    await line('bookings, 1 client', 1, 0.8, requests.booking),
    await line('bookings, 64 clients', 64, 3, requests.booking),
  ]
  const search = await measureSearch(bench, ours.port, bare.port, requests)
  return {
    lines: [...lines, search.line, ...disk, memoryLine(idle)],
    details: `${search.details}\nThe service holds ${megabytes(ours.rss())} after all this.`,
  }
}

const memoryLine = (idle: number | undefined): Line => ({
  figure: 'memory when idle',
  ours: megabytes(idle),
  bare: '',
  ratio: '',
  aim: '< 150 MB',
  met: idle === undefined ? undefined : idle < 150,
})

const megabytes = (value: number | undefined): string =>
  value === undefined ? '?' : `${Math.round(value)} MB`
