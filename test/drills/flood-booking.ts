import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { measure } from './floods.ts'
import { drillPractice } from './practice.ts'

const slug = 'lindenplatz'
const base = `/api/v1/public/practices/${slug}`
const addressHeader = 'x-real-ip'

/** What one visitor asks for, again and again: the times of a kind, a time of a day, and the page. */
export interface BookingPlan {
  readonly typeIds: readonly string[]
  readonly addresses: number
}

const kinds = 20

/**
 * Visitors at 50 addresses ask for times of 20 kinds, and hold as much as they can. Meanwhile a member works at the desk of the
 * same practice. `times` compares the 99th percentile of the member with the same before the flood. `openLeast` is the smallest
 * part of a day's offers that is left for others, while the holds of the flood still count. `waitedMs` is how long somebody
 * else waits behind the flood. Throws when the member is refused.
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

/** Switches online booking on. Answers the ids of kinds of appointments that anybody can book, each with another length. */
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

/** How many times each of the next days has. A visitor who is told to wait asks again. */
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
