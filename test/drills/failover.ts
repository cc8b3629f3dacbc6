import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { withSettings } from '../../src/install/settings-file.ts'
import type { Client } from '../support/client.ts'
import { mailServer } from '../support/mail-server.ts'
import type { ObjectStore, StoreLine, Trouble } from '../support/replica.ts'
import {
  childrenOf,
  cli,
  type Server,
  type Starting,
  startReplicated,
  startSpare,
} from '../support/server.ts'
import { until } from '../support/until.ts'
import { Ledger, recordsIn } from './ledger.ts'
import { mixedLoad, newTally, type Tally } from './mixed-load.ts'
import { plantDueReminders } from './planted.ts'
import { type DrillPractice, drillPractice } from './practice.ts'
import { type StreamedSettings, streamedSettings } from './streamed.ts'

/**
 * Changes that were acknowledged this long before the loss of a disk may be lost, in milliseconds. Litestream sends
 * changes once a second. The tests allow more time, because they share the machine.
 */
const usualLossMs = 2_000

/** A machine with its own disk and its own line to the object store. */
interface Machine {
  readonly name: string
  readonly settings: StreamedSettings
  readonly line: StoreLine
}

/** Two machines for one practice. The first machine has the database. */
async function twoMachines(store: ObjectStore, megabytes = 0) {
  const settings = streamedSettings(store)
  const folder = dirname(settings.DATABASE_PATH)
  const machine = async (name: string): Promise<Machine> => {
    const path = `${folder}/${name}/chairside.db`
    mkdirSync(dirname(path), { recursive: true })
    const own = { ...settings, FAILOVER: 'yes', DATABASE_PATH: path }
    const { line, settings: by } = await store.otherLine(own)
    return { name, line, settings: by as StreamedSettings }
  }
  const machines = [await machine('one'), await machine('two')] as const
  const practice = await drillPractice({ DATABASE_PATH: machines[0].settings.DATABASE_PATH, megabytes })
  return { practice, machines }
}

/** Starts `chairside spare` on a machine. */
function watching({ name, settings }: Machine): Starting {
  const folder = dirname(dirname(settings.DATABASE_PATH))
  const file = `${folder}/${name}.env`
  writeFileSync(file, withSettings('', settings))
  return startSpare({}, '--cells', file, '--folder', folder)
}

/** How many clients send requests at the same time. */
const loadClients = 4

/** Runs clients against one server, and records its answers. All moments are values of `performance.now()`. */
class Told {
  readonly ledger = new Ledger()
  readonly tally: Tally = newTally()
  /** The moments at which changes were acknowledged. */
  readonly at: number[] = []
  #over = false
  readonly #load: Promise<void>

  constructor(server: Pick<Server, 'as'>, practice: DrillPractice, clients = loadClients) {
    const call = server.as(practice.token)
    const noting: Client = async (method, ...request) => {
      const answer = await call(method, ...request)
      if (method !== 'GET' && answer.status < 300) this.at.push(performance.now())
      return answer
    }
    const { ledger, tally } = this
    this.#load = mixedLoad({
      practice,
      client: () => noting,
      clients,
      ledger,
      tally,
      isOver: () => this.#over,
      // Clients are as fast as people.
      restMs: 20,
    })
  }

  end(): Promise<void> {
    this.#over = true
    return this.#load
  }

  /** The moments of acknowledgements after a given moment. */
  after(moment: number): number[] {
    return this.at.filter((at) => at > moment)
  }
}

/** Resolves when the store has a whole copy. Until then, new changes are only on the disk. */
async function untilCopied(settings: StreamedSettings): Promise<void> {
  await until('a whole copy in the store', async () => (await cli(settings, 'backup', 'verify')).code === 0)
}

/** Waits until a spare serves. Returns its server, and the moment of its first acknowledged change. */
async function takenOver(spare: Starting, practice: DrillPractice) {
  const server = await spare.listening
  const listensAt = performance.now()
  const told = new Told(server, practice)
  await until('a change that was acknowledged', () => told.at.length > 0)
  return { server, told, listensAt, firstAt: told.at[0]! }
}

/** @throws when both machines acknowledged changes at the same time. */
function requireOneOwner(
  before: Told,
  firstAt: number,
  what: string,
  endAt = Number.POSITIVE_INFINITY,
): void {
  const late = before.after(firstAt).filter((at) => at < endAt)
  if (late.length > 0)
    throw new Error(`${what}: ${late.length} changes were acknowledged by both machines at the same time`)
}

/**
 * @throws when the file lacks a change that was acknowledged before `lostFrom`. Returns the moments of all lost
 * changes.
 */
function lostIn(path: string, told: Told, lostFrom = Number.POSITIVE_INFINITY): number[] {
  const missing = told.ledger.missingIn(recordsIn(path))
  const early = missing.filter((at) => at <= lostFrom)
  if (early.length > 0)
    throw new Error(
      `${early.length} changes are lost that were acknowledged ${lostFrom - Math.min(...early)} ms before`,
    )
  return missing
}

/** The moment of a line in the log of a server, in epoch milliseconds. */
const loggedAt = (server: Server, words: string): number => {
  const line = server
    .output()
    .split('\n')
    .find((text) => text.includes(words))
  if (line === undefined) throw new Error(`the log has no line with "${words}"`)
  return JSON.parse(line).time
}

/** A server is killed and its disk is deleted, again and again. Each time, the other machine takes over. */
export async function diskGoneDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, megabytes = 0, lossMs = usualLossMs }: { rounds: number; megabytes?: number; lossMs?: number },
) {
  await using store = await openStore()
  const { practice, machines } = await twoMachines(store, megabytes)
  const parts = {
    claimed: [] as number[],
    restored: [] as number[],
    listened: [] as number[],
    acknowledged: [] as number[],
  }
  const lossSeconds: number[] = []
  let acknowledged = 0
  let lost = 0
  let server = await startReplicated(machines[0].settings)
  try {
    for (let round = 0; round < rounds; round++) {
      const [owner, other] = round % 2 === 0 ? machines : [machines[1], machines[0]]
      await untilCopied(owner.settings)
      await using spare = watching(other)
      const before = new Told(server, practice)
      await before.ledger.grownBy(40)
      await Bun.sleep(Math.random() * 2_000)
      const [killedAt, killedOn] = [performance.now(), Date.now()]
      await server.killAll()
      rmSync(dirname(owner.settings.DATABASE_PATH), { recursive: true, force: true })
      const next = await takenOver(spare, practice)
      await before.end()
      await next.told.end()
      requireOneOwner(before, next.firstAt, 'the disk is gone')
      const seconds = (at: number) => Math.round(at - killedOn) / 1_000
      parts.claimed.push(seconds(loggedAt(next.server, 'takes over from')))
      parts.restored.push(seconds(loggedAt(next.server, 'starts with the backup')))
      parts.listened.push(Math.round(next.listensAt - killedAt) / 1_000)
      parts.acknowledged.push(Math.round(next.firstAt - killedAt) / 1_000)
      await next.server.stop()
      const missing = lostIn(other.settings.DATABASE_PATH, before, killedAt - lossMs)
      lostIn(other.settings.DATABASE_PATH, next.told)
      lossSeconds.push(missing.length === 0 ? 0 : (killedAt - Math.min(...missing)) / 1_000)
      acknowledged += before.ledger.acknowledged + next.told.ledger.acknowledged
      lost += missing.length
      server = await startReplicated(other.settings)
    }
  } finally {
    await server.killAll()
  }
  const spreads = Object.fromEntries(Object.entries(parts).map(([part, seconds]) => [part, spread(seconds)]))
  return {
    rounds,
    megabytes,
    acknowledged,
    lost,
    lossSeconds: spread(lossSeconds),
    secondsAfterTheKill: spreads,
  }
}

/** Freezes or resumes all processes of a machine, as a hypervisor does. */
function signalMachine(server: Server, children: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void {
  const pids = [server.pid, ...children]
  // A server that resumes first could end its children before they get the signal.
  if (signal === 'SIGCONT') pids.reverse()
  for (const pid of pids) process.kill(pid, signal)
}

/**
 * A machine is frozen while it acknowledges changes and sends reminders. The other machine takes over. Then the first
 * machine resumes.
 * @throws when the resumed machine acknowledges a change that was requested later, or sends a message.
 */
export async function frozenDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, frozenMs, lossMs = usualLossMs }: { rounds: number; frozenMs: number; lossMs?: number },
) {
  let [acknowledged, lost, mails, twice, underWay] = [0, 0, 0, 0, 0]
  const takenSeconds: number[] = []
  const ofFirst = newTally()
  for (let round = 0; round < rounds; round++) {
    await using store = await openStore()
    const { practice, machines } = await twoMachines(store)
    await plantDueReminders(machines[0].settings.DATABASE_PATH, practice, {
      everyMs: 250,
      forMs: frozenMs + 120_000,
    })
    await using mailsOfFirst = await mailServer()
    await using mailsOfNext = await mailServer()
    const mailing = (machine: Machine, { url }: { url: string }): Machine => ({
      ...machine,
      settings: {
        ...machine.settings,
        SMTP_URL: url,
        MAIL_FROM: 'praxis@example.org',
        MAIL_DAILY_LIMIT: '0',
      },
    })
    await using server = await startReplicated(mailing(machines[0], mailsOfFirst).settings)
    await untilCopied(machines[0].settings)
    await using spare = watching(mailing(machines[1], mailsOfNext))
    const before = new Told(server, practice)
    await before.ledger.grownBy(40)
    await until('reminders that left', () => mailsOfFirst.received.length > 5)
    const children = round % 2 === 0 ? childrenOf(server.pid) : []
    const frozenAt = performance.now()
    signalMachine(server, children, 'SIGSTOP')
    // Messages that left before the signal arrive within this time.
    await Bun.sleep(1_000)
    const sent = mailsOfFirst.received.length
    const next = await takenOver(spare, practice)
    takenSeconds.push((next.firstAt - frozenAt) / 1_000)
    await until('reminders of the next machine', () => mailsOfNext.received.length > 5)
    await Bun.sleep(Math.max(0, frozenMs - (performance.now() - frozenAt)))
    const wokeAt = performance.now()
    signalMachine(server, children, 'SIGCONT')
    await until('the end of the machine that woke', () => server.exited)
    await before.end()
    await next.told.end()
    // Each client waits for one answer. Any further answer is to a request that came after the machine resumed.
    const late = before.after(wokeAt).length
    if (late > loadClients) throw new Error(`the machine that woke acknowledged ${late} changes`)
    underWay += late
    if (mailsOfFirst.received.length > sent)
      throw new Error(`the machine that woke sent ${mailsOfFirst.received.length - sent} messages`)
    requireOneOwner(before, next.firstAt, 'frozen', wokeAt)
    await next.server.stop()
    lost += lostIn(machines[1].settings.DATABASE_PATH, before, frozenAt - lossMs).length
    lostIn(machines[1].settings.DATABASE_PATH, next.told)
    acknowledged += before.ledger.acknowledged + next.told.ledger.acknowledged
    const keys = [...mailsOfFirst.received, ...mailsOfNext.received].map(
      ({ source }) => /^message-id: (.*)$/im.exec(source)?.[1],
    )
    mails += keys.length
    twice += keys.length - new Set(keys).size
    add(ofFirst, before.tally)
  }
  return {
    rounds,
    frozenSeconds: frozenMs / 1_000,
    acknowledged,
    lost,
    ofFirst,
    /** Answers that arrived after the machine resumed, to requests from before the freeze. */
    underWay,
    mails,
    sentTwice: twice,
    takenSeconds: spread(takenSeconds),
  }
}

/** Marks a promise as handled. In a race, the slower promise may fail later, when no code waits for it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

/** How the lines to the store fail, and for which machines. */
export interface CutOff {
  readonly of: 'owner' | 'all'
  readonly how: 'cut' | Trouble
  /** Whether the other machine must take over meanwhile. */
  readonly taken: boolean
}

/** The lines to the store fail under load. @throws when two machines ever acknowledge at the same time. */
export async function cutOffDrill(
  openStore: () => Promise<ObjectStore>,
  { of, how, taken, lossMs = usualLossMs }: CutOff & { lossMs?: number },
) {
  await using store = await openStore()
  const { practice, machines } = await twoMachines(store)
  await using server = await startReplicated(machines[0].settings)
  await untilCopied(machines[0].settings)
  await using spare = watching(machines[1])
  const before = new Told(server, practice)
  await before.ledger.grownBy(40)
  const lines = of === 'all' ? machines : [machines[0]]
  const cutAt = performance.now()
  for (const { line } of lines)
    if (how === 'cut') line.cut()
    else line.trouble(how)
  const whileCut = taken ? await takenOver(spare, practice) : undefined
  if (!taken) await Bun.sleep(45_000)
  const mendedAt = performance.now()
  for (const { line } of lines)
    if (how === 'cut') line.mend()
    else line.trouble(null)
  const { length } = before.at
  const goesOn = () =>
    until('changes of the owner', () => before.at.length > length + 10).then(() => undefined)
  // When both machines reach the store again, the store decides which machine serves.
  const next = whileCut ?? (await Promise.race([takenOver(spare, practice), goesOn()].map(handled)))
  if (next) await until('the end of the owner before', () => server.exited)
  await before.end()
  await next?.told.end()
  if (next) requireOneOwner(before, next.firstAt, String(how))
  const lastAt = before.at.filter((at) => at < mendedAt).at(-1)!
  const owner = next ? { server: next.server, machine: machines[1] } : { server, machine: machines[0] }
  await owner.server.stop()
  const path = owner.machine.settings.DATABASE_PATH
  const lost = lostIn(path, before, next ? cutAt - lossMs : undefined).length
  if (next) lostIn(path, next.told)
  return {
    of,
    how,
    acknowledged: before.ledger.acknowledged + (next?.told.ledger.acknowledged ?? 0),
    lost,
    stoppedAfterSeconds: Math.round(lastAt - cutAt) / 1_000,
    takenAfterSeconds: next ? Math.round(next.firstAt - cutAt) / 1_000 : null,
  }
}

/** Runs all drills of this file, with this number of rounds. */
export async function failoverDrill(
  openStore: () => Promise<ObjectStore>,
  { rounds, megabytes }: { rounds: number; megabytes: number },
) {
  const cutOffs: CutOff[] = [
    { of: 'owner', how: 'cut', taken: true },
    { of: 'owner', how: 'hang', taken: true },
    { of: 'owner', how: 'deaf', taken: true },
    { of: 'all', how: 'cut', taken: false },
    { of: 'all', how: 'deaf', taken: false },
    { of: 'owner', how: 'slow', taken: false },
    { of: 'all', how: 'slow', taken: false },
  ]
  const figures: Awaited<ReturnType<typeof cutOffDrill>>[] = []
  for (const cutOff of cutOffs) figures.push(await cutOffDrill(openStore, cutOff))
  // When the store is only slow, the owner continues.
  const late = figures.filter(({ how, stoppedAfterSeconds }) => how !== 'slow' && stoppedAfterSeconds > 11)
  if (late.length > 0) throw new Error(`an owner acknowledged for too long: ${Bun.inspect(late)}`)
  return {
    diskGone: await diskGoneDrill(openStore, { rounds, megabytes }),
    frozen: await frozenDrill(openStore, { rounds, frozenMs: 60_000 }),
    cutOffs: figures,
  }
}

function add(all: Tally, { requests, statuses, unanswered }: Tally): void {
  all.requests += requests
  for (const [to, from] of [
    [all.statuses, statuses],
    [all.unanswered, unanswered],
  ] as const)
    for (const [why, count] of Object.entries(from))
      to[why as never] = ((to[why as never] ?? 0) + count) as never
}

function spread(values: number[]) {
  const sorted = values.toSorted((a, b) => a - b)
  const rounded = (value = 0) => Math.round(value * 100) / 100
  const at = (part: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))])
  return { median: at(0.5), p95: at(0.95), most: at(1) }
}
