/** Compares the cost of each request in a calendar with very many entries and in a calendar with a thousand. */
import { type Bench, bookingsRemover, type Measured } from './bench.ts'
import { calendar } from './records.ts'
import { type Line, perSecond, spread } from './report.ts'
import { type Requests, requestsOf } from './requests.ts'
import { type Contender, compare } from './rounds.ts'
import { seedCalendar } from './seed.ts'
import { measureStart } from './start.ts'

const aim = 1.15
const fewEntries = 1_000
const readClients = 16

const number = (entries: number) => entries.toLocaleString('en')

export async function measureCalendars(bench: Bench): Promise<Measured> {
  const sizes = `${number(fewEntries)}, ${number(bench.manyEntries)}`
  bench.progress(`seeding calendars of ${sizes} entries`)
  const short = await openCalendar(bench, 'short.db', fewEntries)
  const long = await openCalendar(bench, 'long.db', bench.manyEntries)

  const line = async (
    what: string,
    clients: number,
    pick: (requests: ReturnType<typeof requestsOf>) => Requests,
    count?: number,
  ): Promise<Line> => {
    const figure = `growth of ${what}${clients === readClients ? '' : `, ${clients === 1 ? '1 client' : `${clients} clients`}`}`
    bench.progress(figure)
    const contender = ({ server, requests, reset }: typeof short): Contender => ({
      port: server.port,
      requests: pick(requests),
      ...(pick(requests).status === 201 && { reset }),
    })
    // The inverse ratio of rates is the ratio of costs.
    const { a, b, ratio } = await compare(contender(short), contender(long), {
      rounds: bench.rounds,
      seconds: count === undefined ? bench.seconds : 60,
      ...(count !== undefined && { count }),
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
  const { calendarBookings } = bench
  const lines = [
    await line('one patient', readClients, ({ patient }) => patient),
    await line('GET /me', readClients, ({ me }) => me),
    await line('a page of 50 patients', readClients, ({ page }) => page),
    await line(`${2 * calendar.chairs} entries`, readClients, ({ calendarHours }) => calendarHours),
    await line("a day's availability", readClients, ({ calendarAvailability }) => calendarAvailability),
    await line('`day`', readClients, ({ calendarDay }) => calendarDay),
    await line('bookings', 1, ({ calendarBooking }) => calendarBooking, calendarBookings / 4),
    await line('bookings', 64, ({ calendarBooking }) => calendarBooking, calendarBookings),
    await line('conflicts', 1, ({ calendarConflict }) => calendarConflict),
    await line('conflicts', 64, ({ calendarConflict }) => calendarConflict),
  ]
  await Promise.all([short.server.stop(), long.server.stop()])
  const starts = await measureStart(bench, long)
  return {
    lines: [...lines, ...starts],
    details: `Growth: the rates are those in calendars of ${sizes} entries, and the ratio is that of the costs.`,
  }
}

async function openCalendar(bench: Bench, name: string, entries: number) {
  const path = bench.path(name)
  const seeded = await seedCalendar(path, entries)
  const server = await bench.ours(path)
  const requests = requestsOf(seeded.token, { first: 0, count: calendar.patients })
  return { path, seeded, server, requests, reset: bookingsRemover(path) }
}
