/** Compares the cost of a booking and of a refusal in a calendar of very many entries and in one of a thousand. */
import { type Bench, bookingsRemover } from './bench.ts'
import { type Line, perSecond, spread } from './report.ts'
import { type Requests, requestsOf } from './requests.ts'
import { type Contender, compare } from './rounds.ts'
import { seedCalendar } from './seed.ts'

const aim = 1.3
/** Requests in one round, by clients. They are few, so that the short calendar stays short. */
const perRound = { 1: 500, 64: 2_000 }
const fewEntries = 1_000

const count = (entries: number) => entries.toLocaleString('en')

export async function measureCalendars(bench: Bench): Promise<Line[]> {
  const sizes = `${count(fewEntries)}, ${count(bench.manyEntries)} entries`
  bench.progress(`seeding calendars of ${sizes}`)
  const short = await openCalendar(bench, 'short.db', fewEntries)
  const long = await openCalendar(bench, 'long.db', bench.manyEntries)

  const line = async (
    what: string,
    clients: keyof typeof perRound,
    pick: (requests: ReturnType<typeof requestsOf>) => Requests,
  ) => {
    const figure = `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}: ${sizes}`
    bench.progress(figure)
    const contender = ({ requests, ...rest }: typeof short): Contender => ({
      ...rest,
      requests: pick(requests),
    })
    // The inverse ratio of rates is the ratio of costs.
    const { a, b, ratio } = await compare(contender(short), contender(long), {
      rounds: 2 * bench.rounds + 1,
      seconds: 30,
      count: perRound[clients],
      clients,
    })
    return {
      figure,
      ours: `${perSecond(a)}, ${perSecond(b)}`,
      bare: '',
      ratio: spread(ratio),
      aim: `≤ ${aim}`,
      met: ratio.median <= aim,
    }
  }
  return [
    await line('a booking', 1, (requests) => requests.calendarBooking),
    await line('a booking', 64, (requests) => requests.calendarBooking),
    await line('a conflict', 1, (requests) => requests.calendarConflict),
    await line('a conflict', 64, (requests) => requests.calendarConflict),
  ]
}

async function openCalendar(bench: Bench, name: string, entries: number) {
  const path = bench.path(name)
  const { token } = await seedCalendar(path, entries)
  const { port } = await bench.ours(path)
  return { port, requests: requestsOf(token), reset: bookingsRemover(path) }
}
