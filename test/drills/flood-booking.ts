import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { measure } from './floods.ts'
import { drillPractice } from './practice.ts'

const slug = 'lindenplatz'
const base = `/api/v1/public/practices/${slug}`
const addressHeader = 'x-real-ip'

/** The requests that each visitor repeats: the offered times of an appointment type, a hold of a time, and the page. */
export interface BookingPlan {
  readonly typeIds: readonly string[]
  readonly addresses: number
}

const kinds = 20

/**
 * Visitors at 50 addresses ask for times of 20 appointment types, and hold as many times as they can. Meanwhile a
 * member works at the desk of the same practice. `times` is the member's 99th percentile during the flood, divided by
 * the value before the flood. `openLeast` is the smallest part of a day's offers that is left for others, while the
 * holds of the flood still last. `waitedMs` is how long another visitor waits for an answer after the flood. Throws
 * when the member is refused.
 */
export async function floodBookingDrill({ seconds }: { readonly seconds: number }) {
  const path = newDatabasePath()
  const { token } = await drillPractice({ DATABASE_PATH: path })
  await using server = await startServer({
    DATABASE_PATH: path,
    RATE_LIMIT: 'on',
    CLIENT_ADDRESS_HEADER: addressHeader,
  })
  const typeIds = await switchOn(server, token)
  const typeId = typeIds[0]!
  const before = await offers(server, typeId)
  const idle = await measure(server, token, seconds / 2)
  const plan: BookingPlan = { typeIds, addresses: 50 }
  const client = Bun.spawn(
    [process.execPath, `${import.meta.dir}/flood-booking-client.ts`, server.url, JSON.stringify(plan)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  const beside = await measure(server, token, seconds)
  await client.stdin.end()
  const statuses = JSON.parse(await new Response(client.stdout).text())
  const ended = performance.now()
  const after = await offers(server, typeId)
  const waitedMs = Math.round(performance.now() - ended)
  const parts = [...before].map(([date, number]) => (after.get(date) ?? 0) / number)
  return {
    statuses,
    idleP99Ms: idle.p99,
    besideP99Ms: beside.p99,
    livezLongestMs: beside.livez,
    times: Number((beside.p99 / idle.p99).toFixed(1)),
    openLeast: Number(Math.min(...parts).toFixed(2)),
    waitedMs,
  }
}

/** Switches online booking on. Returns the ids of appointment types that anybody can book. Each has another length. */
async function switchOn(server: Server, token: string): Promise<string[]> {
  const call = server.as(token)
  const online = {
    newPatients: 'instant',
    knownPatients: 'instant',
    leastNoticeMinutes: 0,
    horizonDays: 60,
    mostPerDay: null,
    cancelUntilMinutes: 0,
    questions: [],
  }
  const typeIds: string[] = []
  for (let n = 0; n < kinds; n++) {
    const type = { name: `Kind ${n}`, durationMinutes: 30 + n, online }
    typeIds.push((await call('POST', '/api/v1/appointment-types', type)).data.id)
  }
  const settings = { enabled: true, slug, frameAncestors: [], requestHours: 48, mostOpenRequests: 20 }
  const { status, text } = await call('PATCH', '/api/v1/practice', { onlineBooking: settings })
  if (status !== 200) throw new Error(text)
  return typeIds
}

/** The number of offered times on each of the next days. A request that is refused with 429 is repeated. */
async function offers(server: Server, typeId: string): Promise<Map<string, number>> {
  const query = `appointmentTypeId=${typeId}&known=false&from=${dayFrom(1)}`
  const headers = { [addressHeader]: '203.0.113.7' }
  const ask = () => server.as()('GET', `${base}/openings?${query}`, undefined, headers)
  let answer = await ask()
  for (; answer.status === 429; answer = await ask()) await Bun.sleep(100)
  const { status, text, data } = answer
  if (status !== 200) throw new Error(text)
  return new Map(data.days.map((day: { date: string; times: [] }) => [day.date, day.times.length]))
}

const dayFrom = (days: number): string => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
