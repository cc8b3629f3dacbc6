import { success } from '../support/answers.ts'
import type { Client } from '../support/client.ts'
import { makePractice } from '../support/practice.ts'
import { chairside, newDatabasePath, type Server, startServer } from '../support/server.ts'
import { filesIn } from '../transfer/archives.ts'
import { newArchive } from '../transfer/practices.ts'
import { drillPractice } from './practice.ts'

const day = 24 * 3_600_000
/** How long the neighbour rests after twenty bookings, in milliseconds. */
const restMs = 100
/**
 * The parts of an export that may differ after an undone import. `api_tokens` differs because a token stores when it
 * was used.
 */
const leftBehind = /^(manifest|audit|archive|api_tokens)/

/**
 * Imports many patients and appointments from files while a neighbour books, and kills the server once. Then it imports
 * the same files again, and undoes all imports.
 * @throws when a row is missing, when the second import of a file changes a record, or when records remain after the
 * undo.
 */
export async function importDrill({
  patients,
  appointments,
  idleBookings,
}: {
  readonly patients: number
  readonly appointments: number
  readonly idleBookings: number
}) {
  const path = newDatabasePath()
  const env = { DATABASE_PATH: path, RATE_LIMIT: 'off' }
  const { token } = await drillPractice({ DATABASE_PATH: path })
  const { token: neighbour } = await makePractice(path, { email: 'neighbour@example.org' })
  let server = await startServer(env)
  const owner: Client = (...request) => server.as(token)(...request)
  const { practice } = success(await owner('GET', '/api/v1/me'))
  const before = await exportOf(path, practice.id)
  const idle = await bookingsOf(server, neighbour, 0, idleBookings)

  const files = [
    ['patients', patientsFile(patients)],
    ['appointments', appointmentsFile(appointments, patients, ['A', 'B', 'C'])],
  ] as const
  const ids: string[] = []
  const during: number[] = []
  const seconds: Record<string, number> = {}
  let booked = idleBookings
  /** Waits until an import reaches one of these states, while the neighbour books. */
  const until = async (id: string, states: readonly string[], what: string) => {
    const began = performance.now()
    for (;;) {
      during.push(...(await bookingsOf(server, neighbour, booked, 20)))
      booked += 20
      const { state, problem } = success(await owner('GET', `/api/v1/imports/${id}`))
      if (states.includes(state)) break
      await Bun.sleep(restMs)
      if (state === 'unreadable' || state === 'expired') throw new Error(`${state}: ${problem?.code}`)
    }
    seconds[what] = Math.round((performance.now() - began) / 100) / 10
  }
  const bring = async (kind: string, file: Blob) => {
    const { id } = success(await owner('POST', `/api/v1/imports?kind=${kind}&name=Drill`, file), 201)
    await until(id, ['ready'], `reading ${kind}`)
    success(await owner('POST', `/api/v1/imports/${id}/dry-run`))
    await until(id, ['checked'], `checking ${kind}`)
    return id as string
  }
  for (const [kind, file] of files) {
    const id = await bring(kind, file)
    ids.push(id)
    success(await owner('POST', `/api/v1/imports/${id}/commit`))
    // The next process continues when the lease of this process has ended, within 20 seconds.
    for (let isFirst = kind === 'patients'; isFirst; ) {
      const { state, progress } = success(await owner('GET', `/api/v1/imports/${id}`))
      isFirst = state === 'committing' && progress.done < patients / 3
      if (isFirst) continue
      await server.stop('SIGKILL')
      server = await startServer(env)
    }
    await until(id, ['committed'], `committing ${kind}`)
    requireAll(
      success(await owner('GET', `/api/v1/imports/${id}`)),
      'created',
      linesOf(kind, patients, appointments),
    )
  }
  const whole = await exportOf(path, practice.id)
  for (const [kind, file] of files) {
    const id = await bring(kind, file)
    success(await owner('POST', `/api/v1/imports/${id}/commit`))
    await until(id, ['committed'], `the same ${kind}`)
    requireAll(
      success(await owner('GET', `/api/v1/imports/${id}`)),
      'unchanged',
      linesOf(kind, patients, appointments),
    )
  }
  requireSame(whole, await exportOf(path, practice.id), 'the same files')
  for (const id of ids.toReversed()) {
    success(await owner('POST', `/api/v1/imports/${id}/undo`))
    await until(id, ['undone'], `undoing ${id === ids[0] ? 'patients' : 'appointments'}`)
  }
  requireSame(before, await exportOf(path, practice.id), 'the undo')
  await server.stop()
  const p99 = { idle: at99(idle), during: at99(during) }
  return { seconds, bookings: during.length, p99, times: Math.round((10 * p99.during) / p99.idle) / 10 }
}

const linesOf = (kind: string, patients: number, appointments: number) =>
  kind === 'patients' ? patients : appointments

function requireAll(
  { counts }: { counts: { outcome: string; rows: number }[] },
  outcome: string,
  rows: number,
) {
  if (counts.length !== 1 || counts[0]!.outcome !== outcome || counts[0]!.rows !== rows)
    throw new Error(`expected ${rows} rows ${outcome}, and found ${JSON.stringify(counts)}`)
}

/** The digests of an export, by file. */
async function exportOf(path: string, practiceId: string): Promise<Record<string, string>> {
  const to = newArchive()
  await chairside(path, 'practice', 'export', '--id', practiceId, '--to', to)
  return Object.fromEntries(
    [...filesIn(to)]
      .filter(([name]) => !leftBehind.test(name))
      .map(([name, text]) => [name, String(Bun.hash(text))]),
  )
}

function requireSame(a: Record<string, string>, b: Record<string, string>, after: string): void {
  const differ = Object.keys({ ...a, ...b }).filter((name) => a[name] !== b[name])
  if (differ.length > 0) throw new Error(`${differ} differ after ${after}`)
}

/** Makes bookings one after the other. Returns the duration of each, in milliseconds. */
async function bookingsOf(server: Server, token: string, first: number, count: number): Promise<number[]> {
  const call = server.as(token)
  const took: number[] = []
  for (let i = first; i < first + count; i++) {
    const startAt = new Date(Date.UTC(2031, 0, 1) + i * 1_800_000).toISOString()
    const endAt = new Date(Date.UTC(2031, 0, 1) + i * 1_800_000 + 900_000).toISOString()
    const began = performance.now()
    success(
      await call('POST', '/api/v1/appointments', { type: 'appointment', startAt, endAt, title: 'Visit' }),
      201,
    )
    took.push(performance.now() - began)
  }
  return took
}

const at99 = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round(10 * sorted[Math.floor(sorted.length * 0.99)]!) / 10
}

const firstNames = ['Zoé', 'Anna', 'Bob', 'Emre', 'Ida', 'Jürgen', 'Lena', 'Noah', 'Olga', 'Tim']

function patientsFile(patients: number): Blob {
  const rows = Array.from({ length: patients }, (_, i) => {
    const born = new Date(Date.UTC(1940, 0, 1) + (i % 25_000) * day).toISOString().slice(0, 10)
    const phone = `+49 151 ${String(i).padStart(8, '0')}`
    return `${i},${firstNames[i % 10]},Müller-${i},${born},p${i}@example.org,${phone},Weg ${i},10115,Berlin\n`
  })
  const header = 'Id,First Name,Last Name,Date of Birth,Email,Mobile,Address,Postcode,City\n'
  return new Blob([header, ...rows], { type: 'text/csv' })
}

/** A file of appointments. Half of them are in the past. On each chair, they follow one another. */
function appointmentsFile(appointments: number, patients: number, chairs: readonly string[]): Blob {
  const perChair = Math.ceil(appointments / chairs.length)
  const begin = Math.floor(Date.now() / day) * day - Math.floor(perChair / 2) * 900_000
  const rows = Array.from({ length: appointments }, (_, i) => {
    const at = begin + Math.floor(i / chairs.length) * 900_000
    const [start, end] = [at, at + 900_000].map((instant) => new Date(instant).toISOString())
    return `${i},${i % patients},${start},${end},${chairs[i % chairs.length]},"Check-up, no. ${i}"\n`
  })
  return new Blob(['Id,Patient ID,Starts At,Ends At,Chair,Notes\n', ...rows], { type: 'text/csv' })
}
