/** Several cells behind a real HAProxy, with many practices. Clients make a load and keep all acknowledged changes. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../db/open.ts'
import { trailOf } from '../../src/backup/trail/open.ts'
import { loadConfig } from '../../src/config.ts'
import { newId } from '../../src/domain/id.ts'
import { packTemplates } from '../../src/domain/pack.ts'
import { createPatient } from '../../src/features/patients/actions.ts'
import { createPractice } from '../../src/features/shared/create-practice.ts'
import { createToken } from '../../src/features/tokens/actions.ts'
import { withSettings } from '../../src/install/settings-file.ts'
import { createStore } from '../../src/store/store.ts'
import { percentile } from '../bench/statistics.ts'
import type { RunningCell } from '../cells/moving.ts'
import { newCells } from '../cells/support.ts'
import { byTest } from '../support/by-test.ts'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { printed, run, startReplicated, startSpare } from '../support/server.ts'
import { until } from '../support/until.ts'
import { haproxyProgram } from './cells.ts'

export interface FleetPractice {
  readonly practiceId: string
  readonly host: string
  readonly token: string
  /** The last name of its first patient. No other practice has a patient with this name. */
  readonly mark: string
}

export interface FleetAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/**
 * Sends a request to a port of this machine over a kept-alive connection. It never repeats a request. @throws when no
 * answer comes.
 */
export type Ask = (
  host: string,
  method: string,
  path: string,
  given?: { readonly token?: string; readonly body?: string; readonly headers?: Record<string, string> },
) => Promise<FleetAnswer>

/** A caller with one connection. */
export function asker(port: string | number): Ask {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (host, method, path, { token, body, headers: more = {} } = {}) =>
    new Promise((resolve, reject) => {
      const headers = {
        host,
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        }),
        ...more,
      }
      const sent = request({ host: '127.0.0.1', port, method, path, agent, headers }, async (answer) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of answer) chunks.push(chunk)
          resolve({
            status: answer.statusCode!,
            headers: answer.headers,
            text: Buffer.concat(chunks).toString(),
          })
        } catch (error) {
          reject(error)
        }
      })
      sent.on('error', reject)
      sent.end(body)
    })
}

/** Makes practices with one patient each, in the database of a cell that has not started yet. */
async function plant(env: Settings, hosts: readonly string[]): Promise<FleetPractice[]> {
  const config = loadConfig({ databasePath: '' }, env)
  mkdirSync(dirname(config.databasePath), { recursive: true, mode: 0o700 })
  const { trail } = await trailOf(config, () => undefined)
  const store = createStore(
    openDatabase(config.databasePath, { replicated: true }),
    undefined,
    undefined,
    trail,
  )
  const made: FleetPractice[] = []
  for (const host of hosts) {
    const now = Date.now()
    const [practiceId, ownerId, mark] = [newId(now), newId(now), `Only at ${host}`]
    const practice = store.practices.of(practiceId, byTest)
    const owner = { id: ownerId, name: 'Owner', email: `owner@${host}.example.org` }
    const settings = {
      name: host,
      timezone: 'Europe/Berlin',
      pack: packTemplates.general,
      workingHours: null,
    }
    await practice.write((tx) => createPractice(tx, { ...settings, owner, host }, now))
    const { token } = await createToken(practice, ownerId, 'drill', 90, now)
    await createPatient(practice, { firstName: 'A', lastName: mark }, now)
    made.push({ practiceId, host, token, mark })
  }
  await store.close()
  return made
}

/**
 * Starts the cells, the router and HAProxy. The first practices of the list are in the first cell, and the last ones in
 * the last cell. A spare machine may take over the cell with the name `spare`.
 */
export async function openFleet(
  store: ObjectStore,
  { names, practices, spare }: { names: readonly string[]; practices: number; spare?: string },
) {
  await using opening = new AsyncDisposableStack()
  const cells = newCells(store)
  const port = await freePort()
  const folder = mkdtempSync(join(scratch, 'f-'))
  const [map, socket, config] = [join(folder, 'map'), join(folder, 's'), join(folder, 'cfg')]
  /** The practices with their cells. */
  const places = new Map<FleetPractice, RunningCell>()
  const running: RunningCell[] = []
  const sparePort = await freePort()
  for (const [at, name] of names.entries()) {
    const [own, listen] = [await freePort(), await freePort()]
    const env: Settings = {
      ...cells.cell(name),
      PORT: own,
      PUBLIC_URL: `http://${name}.fleet.localhost:${port}`,
      LOG_LEVEL: 'info',
      CELL_LISTEN: `127.0.0.1:${listen}`,
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
      ...(name === spare && { FAILOVER: 'yes' }),
    }
    const hosts = Array.from({ length: practices }, (_, n) => `practice-${n}.fleet.localhost`)
    const ofCell = hosts.filter((_, n) => n % names.length === at)
    const planted = await plant(env, ofCell)
    const addresses = [own, ...(name === spare ? [sparePort] : [])].map((port) => `127.0.0.1:${port}`)
    await printed(env, 'cells', 'add', '--address', addresses.join())
    const server = await startReplicated(env)
    const cell = { name, env: { ...env, FIRST_BOOT: 'no' }, server }
    running.push(cell)
    for (const practice of planted) places.set(practice, cell)
    // A drill may replace the server of this cell, so the cell's present server is killed.
    opening.defer(() => cell.server.killAll())
  }
  writeFileSync(map, '')
  const at = ['router', 'haproxy', '--map', map, '--socket', socket]
  const { text } = await printed(cells.settings, ...at, '--print', '--bind', `127.0.0.1:${port}`)
  writeFileSync(config, text)
  for (const command of [
    [haproxyProgram!, '-db', '-f', config],
    [process.execPath, '--no-env-file', 'src/cli.ts', ...at],
  ]) {
    const child = Bun.spawn(command, {
      env: { PATH: process.env.PATH, ...cells.settings },
      stdout: 'ignore',
      stderr: 'ignore',
    })
    opening.defer(async () => {
      child.kill('SIGKILL')
      await child.exited
    })
  }
  const all = [...places.keys()]
  const ask = asker(port)
  for (const { host, token } of [all[0]!, ...all.filter((_, n) => n % 97 === 0), all.at(-1)!])
    await until(
      `an answer at ${host}`,
      async () => (await ask(host, 'GET', '/api/v1/me', { token }).catch(() => null))?.status === 200,
    )
  const opened = opening.move()
  return {
    port,
    cells,
    all,
    places,
    running,
    sparePort,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export type Fleet = Awaited<ReturnType<typeof openFleet>>

/**
 * Clients in all these practices. Each client registers patients, reads them, and pauses. All acknowledged patients are
 * kept.
 */
export class FleetLoad {
  /** The ids of the acknowledged patients of each practice, by their last names. All last names are different. */
  readonly #kept = new Map<FleetPractice, Map<string, string>>()
  readonly failures: string[] = []
  requests = 0
  #longestMs = 0
  #times: number[] = []
  #over = false
  readonly #working: Promise<unknown>
  readonly #port: string

  constructor(
    { port }: Pick<Fleet, 'port'>,
    practices: readonly FleetPractice[],
    { people, pauseMs }: { people: number; pauseMs: number },
  ) {
    this.#port = port
    this.#working = Promise.all(Array.from({ length: people }, () => this.#work(practices, pauseMs)))
  }

  async #work(practices: readonly FleetPractice[], pauseMs: number): Promise<void> {
    const ask = asker(this.#port)
    let last: { practice: FleetPractice; id: string; lastName: string } | undefined
    while (!this.#over) {
      await Bun.sleep(Math.random() * 2 * pauseMs)
      const practice = practices[Math.floor(Math.random() * practices.length)]!
      if (last !== undefined && Math.random() < 0.5) {
        const { host, token } = last.practice
        const read = await this.#ask(() => ask(host, 'GET', `/api/v1/patients/${last!.id}`, { token }), 200)
        if (read !== undefined && JSON.parse(read.text).data.lastName !== last.lastName)
          throw new Error('another patient was read')
        continue
      }
      const { host, token } = practice
      const lastName = crypto.randomUUID()
      const body = JSON.stringify({ firstName: 'A', lastName })
      // The proxy must not repeat this request, because the request has no idempotency key.
      const made = await this.#ask(() => ask(host, 'POST', '/api/v1/patients', { token, body }), 201)
      if (made === undefined) continue
      const { id } = JSON.parse(made.text).data
      this.#kept.getOrInsertComputed(practice, () => new Map()).set(lastName, id)
      last = { practice, id, lastName }
    }
  }

  async #ask(send: () => Promise<FleetAnswer>, wanted: number): Promise<FleetAnswer | undefined> {
    const began = performance.now()
    this.requests++
    const answer = await send().catch((error: Error & { code?: string }) => error.code ?? error.message)
    const ms = performance.now() - began
    this.#times.push(ms)
    this.#longestMs = Math.max(this.#longestMs, ms)
    if (typeof answer !== 'string' && answer.status === wanted) return answer
    this.failures.push(typeof answer === 'string' ? answer : `${answer.status} ${answer.text.slice(0, 120)}`)
    return undefined
  }

  /** The duration of each request since the last call of this method, in milliseconds. */
  takeTimes(): number[] {
    const taken = this.#times
    this.#times = []
    return taken
  }

  /** Ends the load, and compares the acknowledged patients with the patients of the practices. */
  async end() {
    this.#over = true
    await this.#working
    let [acknowledged, missing, doubled] = [0, 0, 0]
    const ask = asker(this.#port)
    for (const [{ host, token }, kept] of this.#kept) {
      acknowledged += kept.size
      const found = await patientsOf(ask, host, token)
      const lost = compared(kept, found)
      missing += lost.missing
      doubled += lost.doubled
    }
    return {
      requests: this.requests,
      failed: this.failures.length,
      failures: countsOf(this.failures),
      acknowledged,
      missing,
      doubled,
      longestMs: Math.round(this.#longestMs),
    }
  }
}

/** Counts the acknowledged patients (ids by last names) that are missing or are found twice. */
export function compared(kept: ReadonlyMap<string, string>, found: Awaited<ReturnType<typeof patientsOf>>) {
  let [missing, doubled] = [0, 0]
  for (const [lastName, id] of kept) {
    const ids = found.filter((one) => one.lastName === lastName)
    if (!ids.some((one) => one.id === id)) missing++
    if (ids.length > 1) doubled++
  }
  return { missing, doubled }
}

/** All patients of a practice. @throws when they are refused. */
export async function patientsOf(
  ask: Ask,
  host: string,
  token: string,
): Promise<{ readonly id: string; readonly lastName: string }[]> {
  const all = []
  for (let offset = 0; ; offset += 200) {
    const { status, text } = await ask(host, 'GET', `/api/v1/patients?limit=200&offset=${offset}`, { token })
    if (status !== 200) throw new Error(`${host}: ${status} ${text}`)
    const { patients } = JSON.parse(text).data
    all.push(...patients)
    if (patients.length < 200) return all
  }
}

/** A cell is killed, and its disk is gone. A machine with `chairside spare` takes over behind the router. */
export async function takenOver(fleet: Fleet, { people, pauseMs }: { people: number; pauseMs: number }) {
  const lost = fleet.running.at(-1)!
  const isLost = (practice: FleetPractice) => fleet.places.get(practice) === lost
  const ofLost = fleet.all.filter(isLost)
  const others = fleet.all.filter((practice) => !isLost(practice))
  await until('a whole copy in the store', async () => (await runIn(lost, 'backup', 'verify')).code === 0)
  const folder = mkdtempSync(join(scratch, 'spare-'))
  const file = join(folder, 'lost.env')
  writeFileSync(file, withSettings('', { ...lost.env, PORT: fleet.sparePort, CELL_LISTEN: '' }))
  await using spare = startSpare({}, '--cells', file, '--folder', folder)
  const load = new FleetLoad(fleet, others, { people, pauseMs })
  await Bun.sleep(20_000)
  const idle = load.takeTimes()
  await lost.server.killAll()
  rmSync(dirname(lost.env.DATABASE_PATH!), { recursive: true, force: true })
  const killed = performance.now()
  const seconds = () => Math.round(performance.now() - killed) / 1_000
  const { host, token } = ofLost[0]!
  const ask = asker(fleet.port)
  const body = JSON.stringify({ firstName: 'A', lastName: 'After' })
  const firstAnswer = until('an answer behind the router', async () => {
    const answer = await ask(host, 'POST', '/api/v1/patients', { token, body }).catch(() => undefined)
    return answer?.status === 201 && seconds()
  })
  await spare.listening
  const listensAfter = seconds()
  const answersAfter = await firstAnswer
  const during = load.takeTimes()
  for (const one of ofLost) {
    const found = await patientsOf(ask, one.host, one.token)
    if (!found.some(({ lastName }) => lastName === one.mark)) throw new Error(`${one.host} lost its patient`)
  }
  return {
    listensAfter,
    answersAfter,
    others: {
      idleMs: figures(idle),
      duringMs: figures(during),
      p99Ratio: Math.round((percentile(during, 0.99) / percentile(idle, 0.99)) * 10) / 10,
      ...(await load.end()),
    },
  }
}

const countsOf = (words: readonly string[]): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(words, (word) => word)].map(([word, { length }]) => [word, length]))

/** Stops and starts one cell after the other under load, as an upgrade does. */
export async function upgradeInTurn(
  fleet: Fleet,
  { rounds, people, pauseMs }: { rounds: number; people: number; pauseMs: number },
) {
  const load = new FleetLoad(fleet, fleet.all, { people, pauseMs })
  const began = performance.now()
  const downMs: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const cell of fleet.running) {
      await Bun.sleep(1_000)
      const stopping = performance.now()
      const code = await cell.server.stop()
      if (code !== 0) throw new Error(`${cell.name} ended with ${code}`)
      cell.server = await startReplicated(cell.env)
      downMs.push(Math.round(performance.now() - stopping))
    }
  await Bun.sleep(2_000)
  const seconds = (performance.now() - began) / 1_000
  const { requests } = load
  return {
    restarts: downMs.length,
    requestsPerSecond: Math.round(requests / seconds),
    longestRestartMs: Math.max(...downMs),
    ...(await load.end()),
  }
}

export const figures = (values: readonly number[]) => ({
  n: values.length,
  median: Math.round(percentile(values, 0.5)),
  p95: Math.round(percentile(values, 0.95)),
  p99: Math.round(percentile(values, 0.99)),
  most: Math.round(Math.max(0, ...values)),
})

/** Runs a command in a cell. Returns its exit code and its output. */
export const runIn = ({ env }: RunningCell, ...words: string[]) =>
  run(['src/cli.ts', ...words, '--json'], env)
