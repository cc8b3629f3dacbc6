/** The requests that are measured. The bare program gets the same bytes and ignores the token. */
import { random } from '../../src/demo/random.ts'
import { bookings, calendar, chairId, clinic, day, hour, minute, patientId, swap } from './records.ts'

/** Makes the i-th request of a kind, and names the status that its answer must have. */
export interface Requests {
  readonly request: (i: number) => Buffer
  readonly status: number
  /**
   * The action with which the audit trail records each request. Undefined when the trail does not record each request.
   */
  readonly told?: string
  /**
   * How many requests of a load may change nothing, because the previous load ended between the two requests of a pair.
   * 0 when left out.
   */
  readonly mayRepeat?: number
}

/** The chair and the start of an entry that occupies its time. */
export interface Taken {
  readonly chairId: string
  readonly startAt: string
}

/** `count` patients with consecutive ids, from the number `first`. */
export interface Patients {
  readonly first: number
  readonly count: number
}

/** Makes requests with a token, for a practice with these patients. */
export function requestsOf(token: string, { first, count }: Patients) {
  const patientAt = (n: number): string => patientId(first + (n % count))
  const head = `host: 127.0.0.1\r\naccept: application/json\r\nauthorization: Bearer ${token}\r\n`
  const get = (path: string): Buffer => Buffer.from(`GET ${path} HTTP/1.1\r\n${head}\r\n`)
  const post = (path: string, body: object): Buffer => {
    const json = Buffer.from(JSON.stringify(body))
    const more = `content-type: application/json\r\ncontent-length: ${json.length}\r\n`
    return Buffer.concat([Buffer.from(`POST ${path} HTTP/1.1\r\n${head}${more}\r\n`), json])
  }
  /** Requests for these paths, repeated in the same order. The first request builds the bytes of all requests. */
  const round = (paths: () => readonly string[]): Requests => {
    let all: Buffer[] | undefined
    return {
      request(i) {
        all ??= paths().map((path) => get(`/api/v1${path}`))
        return all[i % all.length]!
      },
      status: 200,
    }
  }
  const many = (path: (dice: ReturnType<typeof random>) => string): Requests =>
    round(() => {
      const dice = random(7)
      return Array.from({ length: 2_000 }, () => path(dice))
    })
  const book = (chair: string, n: number, startAt: number): Buffer =>
    post('/api/v1/appointments', {
      type: 'appointment',
      chairId: chair,
      patientId: patientAt(n * 7_919),
      title: 'Check-up',
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + bookings.minutes * minute).toISOString(),
      serviceRef: '01',
    })

  return {
    nothing: { request: () => get('/nothing'), status: 200 },
    me: round(() => ['/me']),
    patient: { ...many((dice) => `/patients/${patientAt(dice.below(count))}`), told: 'getPatient' },
    page: {
      ...many((dice) => `/patients?limit=50&offset=${50 * dice.below(20)}`),
      told: 'listPatients',
    },
    dayOfEntries: many((dice) => {
      const from = workday(dice)
      return `/appointments?from=${from.toISOString()}&to=${new Date(from.getTime() + day).toISOString()}`
    }),
    availability: many((dice) => {
      const date = workday(dice).toISOString().slice(0, 10)
      return `/appointments/availability?date=${date}&chairId=${chairId(dice.below(clinic.chairs))}&durationMinutes=30`
    }),
    day: many((dice) => `/day?date=${workday(dice).toISOString().slice(0, 10)}`),
    /** Searches for eight free hours on the working days of four weeks. No chair is free for eight hours. */
    openings: many((dice) => {
      const from = Temporal.PlainDate.from(workday(dice, 4).toISOString().slice(0, 10))
      return `/openings?durationMinutes=480&from=${from}&to=${from.add({ days: 28 })}&weekdays=mon,tue,wed,thu,fri`
    }),
    search: (queries: readonly string[]): Requests =>
      round(() => queries.map((query) => `/patients?search=${encodeURIComponent(query)}`)),

    /** Books free times after the clinic's year on its first chairs, in a scattered order. */
    bookingOn: (chairs: number): Requests => ({
      request: (i) => {
        const place = scattered(i, (chairs * 14 * day) / (bookings.minutes * minute))
        const startAt = bookings.from + Math.floor(place / chairs) * bookings.minutes * minute
        return book(chairId(place % chairs), i, startAt)
      },
      status: 201,
      told: 'bookAppointment',
    }),
    /** Swaps two blocks, and swaps them back. */
    moves: {
      request: (i: number) => {
        const ids = i % 2 === 0 ? [swap.second, swap.first] : [swap.first, swap.second]
        const length = swap.minutes * minute
        return post('/api/v1/appointments/moves', {
          moves: ids.map((id, place) => ({
            id,
            startAt: new Date(swap.startAt + place * length).toISOString(),
            endAt: new Date(swap.startAt + (place + 1) * length).toISOString(),
          })),
        })
      },
      status: 200,
      told: 'moveAppointments',
      mayRepeat: 1,
    },
    /** Tries to book five minutes of a time that an entry occupies. */
    conflictWith: (taken: readonly Taken[]): Requests => ({
      request: (i) => {
        const { chairId: chair, startAt } = taken[i % taken.length]!
        return book(chair, i, Date.parse(startAt) + 5 * minute)
      },
      status: 409,
    }),
    /** The entries of three hours at the end of a calendar: two on each chair. */
    calendarHours: many((dice) => {
      const from = calendar.end - 3 * day + dice.below(60) * hour
      return `/appointments?from=${instant(from)}&to=${instant(from + 3 * hour)}`
    }),
    calendarAvailability: many((dice) => {
      const date = instant(calendar.end - 3 * day).slice(0, 10)
      return `/appointments/availability?date=${date}&chairId=${chairId(dice.below(calendar.chairs))}&durationMinutes=30`
    }),
    /** The second last whole day of a calendar. Both calendars contain this day and the day before. */
    calendarDay: round(() => [`/day?date=${instant(calendar.end - 2 * day).slice(0, 10)}`]),
    /** Books free times between the last entries of a calendar, in a scattered order. */
    calendarBooking: {
      request: (i: number) => {
        const perGap = (calendar.step - calendar.length) / (bookings.minutes * minute)
        const place = scattered(i, calendar.tail * perGap * calendar.chairs)
        const gap = Math.floor(place / calendar.chairs)
        const startAt = lastStart(gap % calendar.tail) + calendar.length
        return book(
          chairId(place % calendar.chairs),
          i,
          startAt + Math.floor(gap / calendar.tail) * bookings.minutes * minute,
        )
      },
      status: 201,
      told: 'bookAppointment',
    },
    /** Tries to book times that the last entries of a calendar occupy. */
    calendarConflict: {
      request: (i: number) =>
        book(chairId(i % calendar.chairs), i, lastStart(i % calendar.tail) + 5 * minute),
      status: 409,
    },
  }
}

const instant = (at: number): string => new Date(at).toISOString()

/** A working day of the clinic's year, with at least `weeksLeft` weeks of the year after its week. */
const workday = (dice: ReturnType<typeof random>, weeksLeft = 0): Date =>
  new Date(clinic.firstDay + (7 * dice.below(clinic.weeks - weeksLeft) + dice.below(5)) * day)

/**
 * The start of an entry near the end of a calendar, on every chair. There are `before` entries between this entry and
 * the end.
 */
const lastStart = (before: number): number => calendar.end - (1 + before) * calendar.step

/**
 * Maps 0, 1, 2 … to all numbers below `limit`, each once and in a scattered order. Larger numbers are mapped in the
 * same way above `limit`.
 */
const scattered = (i: number, limit: number): number => {
  const step = 7_919
  return Math.floor(i / limit) * limit + (((i % limit) * step) % limit)
}
