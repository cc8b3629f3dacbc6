/** Measures bookings on a slow disk, on which each sync takes five milliseconds. */
import { copyFileSync } from 'node:fs'
import { type Bench, bookingsRemover, type Measured } from './bench.ts'
import { calendar } from './records.ts'
import { type Line, milliseconds, perSecond, spread } from './report.ts'
import { requestsOf } from './requests.ts'
import { burst } from './rounds.ts'
import { seedCalendar } from './seed.ts'
import { compileSlowSync, type SlowDisk, slowDisk } from './slow-sync.ts'
import { median, percentile, ratioOf } from './statistics.ts'

const aims = { many: 16, one: 1.2 }
const syncMs = 5
const fewEntries = 1_000
/** The shortest time of a round, in seconds. In less time, a slow disk makes too few syncs for a comparison. */
const leastSeconds = 0.2

/**
 * The results of a round of bookings: the rate, the median wait in milliseconds, and the number of syncs for each
 * booking.
 */
interface Round {
  readonly perSecond: number
  readonly p50: number
  readonly syncsEach: number
  readonly msPerSync: number
}

export async function measureSlowDisk(bench: Bench): Promise<Measured> {
  bench.progress('bookings on a slow disk')
  const library = compileSlowSync(bench.path('slow-sync.so'))
  if (library === undefined)
    return { lines: [], details: 'The slow disk was skipped: it takes Linux and a C compiler named cc.' }

  const [oursPath, barePath] = [bench.path('ours.db'), bench.path('bare.db')]
  const seeded = await seedCalendar(oursPath, fewEntries)
  copyFileSync(oursPath, barePath)
  const disks = {
    ours: slowDisk(library, bench.path('ours.syncs'), syncMs),
    bare: slowDisk(library, bench.path('bare.syncs'), syncMs),
  }
  const ours = await bench.ours(oursPath, disks.ours.env)
  const bare = await bench.bare(barePath, seeded, disks.bare.env)
  const requests = requestsOf(seeded.token, { first: 0, count: calendar.patients }).calendarBooking
  const sides = {
    ours: { contender: { port: ours.port, requests, reset: bookingsRemover(oursPath) }, disk: disks.ours },
    bare: { contender: { port: bare.port, requests, reset: bookingsRemover(barePath) }, disk: disks.bare },
  }
  const compareWith = async (clients: number) => {
    const found = { ours: [] as Round[], bare: [] as Round[] }
    for (let round = 0; round <= bench.rounds; round++)
      for (const side of ['ours', 'bare'] as const) {
        const { contender, disk } = sides[side]
        const made = await bookOn(contender, disk, clients, Math.max(bench.seconds, leastSeconds))
        if (round > 0) found[side].push(made)
      }
    return found
  }
  const [many, one] = [await compareWith(64), await compareWith(1)]
  const of = (rounds: readonly Round[], value: keyof Round) => median(rounds.map((round) => round[value]))
  // If SQLite's commits did not use the library, the figures would have no meaning.
  for (const rounds of [one.ours, one.bare, many.bare])
    if (of(rounds, 'syncsEach') < 1) throw new Error('the syncs of SQLite do not reach the slow disk')

  const shared = ratioOf(many.ours.map((round, i) => round.perSecond / many.bare[i]!.perSecond))
  const alone = ratioOf(one.ours.map(({ p50, msPerSync }) => p50 / msPerSync))
  const lines: Line[] = [
    {
      figure: 'slow disk, bookings, 64 clients',
      ours: perSecond(of(many.ours, 'perSecond')),
      bare: perSecond(of(many.bare, 'perSecond')),
      ratio: spread(shared),
      aim: `≥ ${aims.many}`,
      met: shared.median >= aims.many,
    },
    {
      figure: 'slow disk, a booking, 1 client: p50',
      ours: milliseconds(of(one.ours, 'p50')),
      bare: milliseconds(of(one.bare, 'p50')),
      ratio: spread(alone),
      aim: `≤ ${aims.one} of a sync`,
      met: alone.median <= aims.one,
    },
  ]
  return {
    lines,
    details: `On the slow disk a sync took ${milliseconds(of(one.ours, 'msPerSync'))}. Syncs for each booking, 64 clients: ours ${of(many.ours, 'syncsEach').toFixed(3)},
bare ${of(many.bare, 'syncsEach').toFixed(3)}. One client: ours ${of(one.ours, 'syncsEach').toFixed(3)}, bare ${of(one.bare, 'syncsEach').toFixed(3)}.`,
  }
}

async function bookOn(
  contender: Parameters<typeof burst>[0],
  disk: SlowDisk,
  clients: number,
  seconds: number,
): Promise<Round> {
  const before = disk.read()
  const { reset, ...rest } = contender
  const { perSecond, latencies } = await burst(rest, { clients, seconds })
  const after = disk.read()
  reset?.()
  const calls = after.calls - before.calls
  return {
    perSecond,
    p50: percentile(latencies, 0.5),
    syncsEach: calls / latencies.length,
    msPerSync: (after.ms - before.ms) / calls,
  }
}
