import { readFileSync } from 'node:fs'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { insertEntry } from '../../src/store/calendar/entries.ts'
import { insertNote, insertRevision } from '../../src/store/patients/notes.ts'
import { insertPatient } from '../../src/store/patients/patients.ts'
import { createStore, type Practice } from '../../src/store/store.ts'
import { percentile } from '../bench/statistics.ts'
import { patientRow } from '../store/records.ts'
import { byTest } from '../support/by-test.ts'
import { makePractice } from '../support/practice.ts'
import { newDatabasePath, type Server, startServer } from '../support/server.ts'
import { connect, requestText } from './connection.ts'
import { memoryLimit } from './memory-limit.ts'
import { drillPractice } from './practice.ts'

/** The requests that a flooding client repeats. */
export interface Plan {
  readonly kind: 'bodies' | 'noteBodies' | 'holidays' | 'years' | 'notes' | 'revisions' | 'merges' | 'all'
  readonly connections: number
  /** The tokens of the flood. For a flood by a stranger, the list is empty. */
  readonly tokens: readonly string[]
  readonly patientId: string
  /** A patient with notes that have many long versions. */
  readonly longNotes: string
  /** Pairs of patients with many coming appointments. The two patients of a pair are the same person. */
  readonly pairs: readonly (readonly [string, string])[]
}

interface Size {
  readonly seconds: number
  /** How many versions the long note has, and how many appointments each patient to merge has. */
  readonly versions: number
  readonly appointments: number
}

const floods: readonly (readonly [from: string, kind: Plan['kind']])[] = [
  ['one address', 'bodies'],
  ['one token', 'noteBodies'],
  ['one token', 'holidays'],
  ['one token', 'years'],
  ['one token', 'notes'],
  ['one token', 'revisions'],
  ['one token', 'merges'],
  ['one practice', 'all'],
  ['one practice', 'holidays'],
  ['one practice', 'notes'],
  ['one practice', 'revisions'],
]

const megabytes = 512
/**
 * On a real machine with this memory, Bun knows the limit. In a control group it does not (see `src/doctor/memory.ts`),
 * so this variable sets it.
 */
const machine = { BUN_JSC_forceRAMSize: String(megabytes << 20) }

/**
 * Sends each flood for a number of seconds to a server with 512 MB of memory. Meanwhile a neighbour works in another
 * practice, and `/livez` is requested all the time. `times` is the neighbour's 99th percentile during the flood,
 * divided by the value before the flood. Throws when the server dies, or when the neighbour is refused.
 */
export async function floodsDrill(size: Size) {
  const path = newDatabasePath()
  const { token: flooding } = await drillPractice({ DATABASE_PATH: path })
  const { token: neighbour } = await makePractice(path, { email: 'neighbour@example.org' })
  const { tokens, ...records } = await plant(path, size)
  const figures = []
  for (const [from, kind] of floods) {
    using limit = memoryLimit(megabytes)
    await using server = await startServer({ DATABASE_PATH: path, RATE_LIMIT: 'on', ...machine })
    limit?.hold(server.pid)
    const idle = await measure(server, neighbour, size.seconds / 2)
    const own = { 'one address': [], 'one token': [flooding], 'one practice': tokens }[from]!
    const client = flood(server, {
      kind,
      tokens: own,
      ...records,
      connections: from === 'one practice' ? 200 : 32,
    })
    const beside = await measure(server, neighbour, size.seconds)
    const statuses = await client.end()
    figures.push({
      from,
      kind,
      limited: limit !== undefined,
      statuses,
      livezLongestMs: beside.livez,
      idleP99Ms: idle.p99,
      besideP99Ms: beside.p99,
      times: Number((beside.p99 / idle.p99).toFixed(1)),
      peakMegabytes: peakOf(server.pid),
    })
    if ((await server.stop()) !== 0) throw new Error(`the server ended in the flood ${from}, ${kind}`)
  }
  return figures
}

/** Makes the records that the floods request, and 49 more tokens of the owner. */
async function plant(path: string, { versions, appointments }: Size) {
  const store = createStore(openDatabase(path))
  const [owner] = store.identity.membersByEmail('owner@example.org')
  const practice = store.practices.of(owner!.practiceId, byTest)
  const tokens: string[] = []
  for (let i = 0; i < 49; i++)
    tokens.push((await createToken(practice, owner!.userId, `flood ${i}`, 1, Date.now())).token)
  const patientId = await newPatient(practice)
  const longNotes = await newPatient(practice)
  await addVersions(practice, longNotes, owner!.userId, versions)
  const pairs: [string, string][] = []
  for (let i = 0; i < 30; i++) {
    const pair: [string, string] = [await newPatient(practice), await newPatient(practice)]
    for (const id of pair) await addAppointments(practice, id, owner!.userId, appointments)
    pairs.push(pair)
  }
  await store.close()
  return { tokens, patientId, longNotes, pairs }
}

async function newPatient(practice: Practice): Promise<string> {
  const id = newId(Date.now())
  await practice.write((tx) => {
    insertPatient(tx, patientRow(id, 'Zoé', 'Müller'))
    tx.record({ kind: 'write' })
  })
  return id
}

const body = 'x'.repeat(100_000)

const addVersions = (practice: Practice, patientId: string, userId: string, versions: number) =>
  practice.write((tx) => {
    const [id, now] = [newId(Date.now()), Date.now()]
    const by = { createdBy: userId, updatedBy: userId, createdAt: now, updatedAt: now }
    insertNote(tx, { id, patientId, title: null, body, isNext: false, ...by })
    for (let version = 1; version <= versions; version++) {
      const saved = { savedAt: now, savedBy: userId }
      insertRevision(tx, { noteId: id, version, title: null, body, isNext: false, ...saved })
    }
    tx.record({ kind: 'write' })
  })

const hour = 3_600_000

const addAppointments = (practice: Practice, patientId: string, userId: string, count: number) =>
  practice.write((tx) => {
    const now = Date.now()
    for (let i = 1; i <= count; i++)
      insertEntry(tx, {
        id: newId(now),
        type: 'appointment',
        chairId: null,
        patientId,
        title: 'Check-up',
        startAt: now + i * 24 * hour,
        endAt: now + (i * 24 + 1) * hour,
        color: null,
        serviceRef: null,
        notes: null,
        metadata: {},
        createdBy: userId,
        practitionerId: null,
        seriesId: null,
        appointmentTypeId: null,
        createdAt: now,
        updatedAt: now,
      })
    tx.record({ kind: 'write' })
  })

function flood({ url }: Server, plan: Plan) {
  const client = Bun.spawn(
    [process.execPath, `${import.meta.dir}/floods-client.ts`, url, JSON.stringify(plan)],
    { stdin: 'pipe', stdout: 'pipe', stderr: 'inherit' },
  )
  return {
    async end(): Promise<Record<string, number>> {
      await client.stdin.end()
      return JSON.parse(await new Response(client.stdout).text())
    },
  }
}

const pauseMs = 5
let booked = 0

/** A member alternately reads and books, one request at a time. Returns durations in milliseconds. */
export async function measure({ url }: Server, token: string, seconds: number) {
  const port = Number(new URL(url).port)
  const [working, watching] = [await connect(port), await connect(port)]
  const times: number[] = []
  let livez = 0
  let over = false
  const timed = async (connection: typeof working, request: string, expected: number) => {
    const sent = performance.now()
    const status = await connection.send(request)
    if (status !== expected) throw new Error(`the neighbour was answered ${status}`)
    return performance.now() - sent
  }
  const watch = (async () => {
    for (; !over; await Bun.sleep(20))
      livez = Math.max(livez, await timed(watching, 'GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n', 200))
  })()
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    times.push(await timed(working, requestText(token, 'GET', '/api/v1/me'), 200))
    const startAt = Date.parse('2029-01-01T00:00:00.000Z') + booked++ * hour
    const entry = { startAt: new Date(startAt).toISOString(), endAt: new Date(startAt + 1).toISOString() }
    const booking = requestText(token, 'POST', '/api/v1/appointments', { type: 'appointment', ...entry })
    times.push(await timed(working, booking, 201))
    await Bun.sleep(pauseMs)
  }
  over = true
  await watch
  for (const connection of [working, watching]) connection.close()
  return { p99: Number(percentile(times, 0.99).toFixed(1)), livez: Math.round(livez) }
}

/** The most memory that a process has held, in megabytes. Needs /proc. */
const peakOf = (pid: number): number =>
  Math.round(Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
