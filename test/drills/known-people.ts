import { percentile } from '../bench/statistics.ts'
import { listening } from '../support/listening.ts'
import { bookingClinic, type Visitor } from '../support/online-booking.ts'

const hour = 3_600_000
/** The clock at the first pair. For each next pair, the clock is an hour later. */
const first = Date.parse('2026-03-04T08:00:00.000Z')

const below = (n: number): number => Math.floor(Math.random() * n)
const word = (): string => Array.from({ length: 8 }, () => 'abcdefghijklmnopqrstuvwxyz'[below(26)]).join('')

/**
 * Measures whether the time of an answer shows that a visitor is already a patient.
 *
 * In each pair, one visitor is a patient of the practice, and the other visitor is not. Both prove their contact, and
 * confirm over a port. Chance decides who confirms first. Only the confirmation is timed, because the earlier requests
 * do not contain a name. The differences are between known and unknown visitors, in milliseconds, each with the 95 %
 * interval of its median. `work` is the processor time, which other work on the machine does not change.
 */
export async function knownPeopleDrill({ pairs }: { readonly pairs: number }) {
  await using c = await bookingClinic('instant', { leastNoticeMinutes: 0 })
  const always = [{ start: '00:00', end: '24:00' }]
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
  const workingHours = Object.fromEntries(days.map((day) => [day, always]))
  const chair = await c.owner.call('POST', '/api/v1/chairs', { name: 'Two' })
  const open = await c.owner.call('PATCH', '/api/v1/practice', { workingHours })
  if (chair.status !== 201 || open.status !== 200) throw new Error(open.text)
  await using server = listening(c)

  /** Holds a time and gets a code. Returns the body of the visitor's confirmation. */
  async function begin(startAt: number, isKnown: boolean) {
    const person = { firstName: word(), lastName: word(), dob: '1987-04-23' }
    const email = `${word()}@example.org`
    if (isKnown) await c.owner.call('POST', '/api/v1/patients', { ...person, email })
    const visitor: Visitor = c.visitor()
    const held = await visitor.hold(new Date(startAt).toISOString(), { known: isKnown })
    if (held.status !== 201) throw new Error(held.text)
    const code = await visitor.code(held.data.secret, { email })
    return { ...person, secret: held.data.secret, code, answers: [] }
  }

  const address = `${server.url}/api/v1/public/practices/lindenplatz/holds/confirm`
  let asked = 0
  async function time(body: object) {
    const from = `203.0.${(asked >> 8) % 256}.${asked++ % 256}`
    const headers = { 'content-type': 'application/json', 'x-real-ip': from }
    const [start, work] = [Bun.nanoseconds(), process.cpuUsage()]
    const answer = await fetch(address, { method: 'POST', body: JSON.stringify(body), headers })
    const text = await answer.text()
    const { user, system } = process.cpuUsage(work)
    if (answer.status !== 200) throw new Error(text)
    return { answer: (Bun.nanoseconds() - start) / 1e6, work: (user + system) / 1e3 }
  }

  const known: Awaited<ReturnType<typeof time>>[] = []
  const unknown: typeof known = []
  for (let i = 0; i < pairs; i++) {
    // With one pair an hour, the codes stay below the limits for an hour and for a day.
    c.clock.now = first + i * hour
    // The appointment is a day ahead, so that its day has many offers.
    const startAt = first + (i + 24) * hour
    const both = [
      { isKnown: true, body: await begin(startAt, true) },
      { isKnown: false, body: await begin(startAt, false) },
    ]
    if (below(2) === 0) both.reverse()
    for (const { isKnown, body } of both) (isKnown ? known : unknown).push(await time(body))
  }
  const differences = (kind: 'answer' | 'work') =>
    intervalOfMedian(known.map((one, i) => one[kind] - unknown[i]![kind]))
  const medians = (kind: 'answer' | 'work') =>
    rounded(
      percentile(
        [...known, ...unknown].map((one) => one[kind]),
        0.5,
      ),
    )
  return {
    pairs,
    answer: { median: medians('answer'), difference: differences('answer') },
    work: { median: medians('work'), difference: differences('work') },
  }
}

const rounded = (ms: number): number => Math.round(ms * 1_000) / 1_000

/** The median with its 95 % interval, by the ranks of the values (binomial distribution, normal approximation). */
function intervalOfMedian(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const reach = 0.98 * Math.sqrt(sorted.length)
  const at = (rank: number) => rounded(sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(rank)))]!)
  const middle = (sorted.length - 1) / 2
  return { median: at(middle), from: at(middle - reach), to: at(middle + reach) }
}
