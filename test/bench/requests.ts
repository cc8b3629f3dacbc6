/** The requests that are measured. The bare program gets the same bytes and ignores the token. */
import { random } from '../../src/demo/random.ts'
import { bookings, calendar, chairId, clinic, day, minute, patientId } from './records.ts'

/** Makes the i-th request of a kind, and names the status that its answer must have. */
export interface Requests {
  readonly request: (i: number) => Buffer
  readonly status: number
}

/** Makes requests with a token. */
export function requestsOf(token: string) {
  const head = `host: 127.0.0.1\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\n`
  const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const post = (path: string, body: object): Buffer => {
    const json = Buffer.from(JSON.stringify(body))
    const more = `content-type: application/json\r\ncontent-length: ${json.length}\r\n`
    return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}${more}\r\n`), json])
  }
  /** Requests for these paths, repeated in the same order. */
  const round = (paths: readonly string[]): Requests => {
    const all = paths.map((path) => get(`/api/v1${path}`))
    return { request: (i) => all[i % all.length]!, status: 200 }
  }
  const many = (path: (dice: ReturnType<typeof random>) => string, count = 2_000): Requests => {
    const dice = random(7)
    return round(Array.from({ length: count }, () => path(dice)))
  }
  const book = (chair: number, patient: number, startAt: number): Buffer =>
    post('/api/v1/appointments', {
      type: 'appointment',
      chairId: chairId(chair),
      patientId: patientId(patient),
      title: 'Check-up',
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + bookings.minutes * minute).toISOString(),
      serviceRef: '01',
    })

  return {
    nothing: { request: () => get('/nothing'), status: 200 },
    patient: many((dice) => `/patients/${patientId(dice.below(clinic.patients))}`),
    page: many((dice) => `/patients?limit=50&offset=${50 * dice.below(20)}`),
    dayOfEntries: many((dice) => {
      const from = workday(dice)
      return `/appointments?from=${from.toISOString()}&to=${new Date(from.getTime() + day).toISOString()}`
    }),
    availability: many((dice) => {
      const date = workday(dice).toISOString().slice(0, 10)
      return `/appointments/availability?date=${date}&chairId=${chairId(dice.below(clinic.chairs))}&durationMinutes=30`
    }),
    search: (queries: readonly string[]): Requests =>
      round(queries.map((query) => `/patients?search=${encodeURIComponent(query)}`)),

    /** Books free times after the clinic's year, in a scattered order. */
    booking: {
      request: (i) => {
        const place = scattered(i, (clinic.chairs * 14 * day) / (bookings.minutes * minute))
        const startAt = bookings.from + Math.floor(place / clinic.chairs) * bookings.minutes * minute
        return book(place % clinic.chairs, (i * 7_919) % clinic.patients, startAt)
      },
      status: 201,
    },
    /** Books free times between the last entries of a calendar, in a scattered order. */
    calendarBooking: {
      request: (i) => {
        const perGap = (calendar.step - calendar.length) / (bookings.minutes * minute)
        const place = scattered(i, calendar.tail * perGap * calendar.chairs)
        const [chair, gap] = [place % calendar.chairs, Math.floor(place / calendar.chairs)]
        const startAt = lastStart(gap % calendar.tail) + calendar.length
        return book(
          chair,
          (i * 7_919) % calendar.patients,
          startAt + Math.floor(gap / calendar.tail) * bookings.minutes * minute,
        )
      },
      status: 201,
    },
    /** Tries to book times that the last entries of a calendar hold. */
    calendarConflict: {
      request: (i) =>
        book(i % calendar.chairs, (i * 7_919) % calendar.patients, lastStart(i % calendar.tail) + 5 * minute),
      status: 409,
    },
  } satisfies Record<string, Requests | ((queries: readonly string[]) => Requests)>
}

const workday = (dice: ReturnType<typeof random>): Date =>
  new Date(clinic.firstDay + (7 * dice.below(clinic.weeks) + dice.below(5)) * day)

/** The start of the entry that has `before` entries between it and the end, on every chair of a calendar. */
const lastStart = (before: number): number => calendar.end - (1 + before) * calendar.step

/** Maps 0, 1, 2 … to all numbers below `limit`, each once and scattered. Then it goes on above `limit`. */
const scattered = (i: number, limit: number): number => {
  const step = 7_919
  return Math.floor(i / limit) * limit + (((i % limit) * step) % limit)
}
