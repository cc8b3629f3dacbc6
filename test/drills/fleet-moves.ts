/** Practices move between the cells of a fleet while people work in them, through a real HAProxy. */
import { join } from 'node:path'
import { repeating } from '../../src/client/repeating.ts'
import { openArchive } from '../../src/transfer/archive.ts'
import { percentile } from '../bench/statistics.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'
import {
  asker,
  compared,
  type Fleet,
  FleetLoad,
  type FleetPractice,
  figures,
  patientsOf,
  runIn,
} from './fleet.ts'

interface Moves {
  readonly moves: number
  /** How many practices move again and again while a client works in each. */
  readonly busy: number
  /**
   * In every move whose number is a multiple of this, the practice has no clients. Its exports before and after the
   * move are compared.
   */
  readonly quietEach: number
  /** The number of clients in all other practices, and their pause. */
  readonly people: number
  readonly pauseMs: number
  /** How long the other practices are measured before the first move, in milliseconds. */
  readonly idleMs: number
}

/** @throws when a move fails, or when a record of a practice differs between the old and the new cell. */
export async function movesUnderLoad(fleet: Fleet, options: Moves) {
  const { all, running } = fleet
  const perCell = all.length / running.length
  const pick = (n: number) => all[(n % running.length) * perCell + Math.floor(n / running.length)]!
  const busy = Array.from({ length: options.busy }, (_, n) => pick(n))
  const quiet = Array.from({ length: Math.ceil(options.moves / options.quietEach) }, (_, n) =>
    pick(options.busy + n),
  )
  const others = all.filter((one) => !busy.includes(one) && !quiet.includes(one))
  const neighbours = new FleetLoad(fleet, others, options)
  const workers = busy.map((practice) => worker(fleet, practice, options.pauseMs))
  await Bun.sleep(options.idleMs)
  const idle = neighbours.takeTimes()
  const frozen: number[] = []
  const began = performance.now()
  for (let i = 0; i < options.moves; i++) {
    const isQuiet = i % options.quietEach === 0
    const practice = isQuiet ? quiet[i / options.quietEach]! : busy[i % busy.length]!
    const from = fleet.places.get(practice)!
    const to = running[(running.indexOf(from) + 1 + (i % (running.length - 1))) % running.length]!
    const before = isQuiet ? await exported(from, practice, `${i}-before`) : undefined
    const probe = isQuiet ? undefined : await probed(fleet, practice, i)
    const moving = await runIn(from, 'practice', 'move', '--id', practice.practiceId, '--to', to.name)
    if (moving.code !== 0) throw new Error(`move ${i}: ${moving.stdout}${moving.stderr}`)
    frozen.push(JSON.parse(moving.stdout).frozenMs)
    fleet.places.set(practice, to)
    await probe?.()
    if (before === undefined) continue
    const after = await exported(to, practice, `${i}-after`)
    if (!Bun.deepEquals(before, after))
      throw new Error(`move ${i}: the exports differ: ${Bun.inspect({ before, after })}`)
  }
  const during = neighbours.takeTimes()
  const seconds = (performance.now() - began) / 1_000
  await Promise.all(workers.map((one) => one.end()))
  const told = await Promise.all(workers.map((one) => one.compare()))
  const audits = await Promise.all(running.map((cell) => runIn(cell, 'audit', 'verify')))
  if (audits.some(({ code }) => code !== 0)) throw new Error(audits.map(({ stdout }) => stdout).join(''))
  const sum = (of: (one: (typeof told)[number]) => number) => told.reduce((total, one) => total + of(one), 0)
  const ratio = percentile(during, 0.99) / percentile(idle, 0.99)
  return {
    moves: options.moves,
    practices: all.length,
    seconds: Math.round(seconds),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    missing: sum(({ missing }) => missing),
    doubled: sum(({ doubled }) => doubled),
    readsRefused503: workers.reduce((total, { reads }) => total + reads.frozen, 0),
    readsRepeated421: workers.reduce((total, { reads }) => total + reads.misdirected, 0),
    readsWaitedMs: figures(workers.flatMap(({ reads }) => reads.waitedMs)),
    writesWaitedMs: figures(workers.flatMap(({ refusedMs }) => refusedMs)),
    frozenMs: figures(frozen),
    exportsEqual: quiet.length,
    neighbours: {
      requestsPerSecond: Math.round(during.length / seconds),
      idleMs: figures(idle),
      duringMs: figures(during),
      p99Ratio: Math.round(ratio * 10) / 10,
      ...(await neighbours.end()),
    },
  }
}

/**
 * All tables of an export, without the parts that a move changes: the generation of the practice, and the rows of the
 * audit trail.
 */
async function exported(cell: Fleet['running'][number], { practiceId }: FleetPractice, name: string) {
  const file = join(scratch, `${name}-${practiceId}.tar`)
  const { code, stderr } = await runIn(cell, 'practice', 'export', '--id', practiceId, '--to', file)
  if (code !== 0) throw new Error(`export ${name}: ${stderr}`)
  using archive = openArchive(file, { now: Date.now, say: () => undefined })
  const { place } = archive.fileOfTable('practices')
  const row = JSON.parse(
    await Bun.file(file)
      .slice(place.at, place.at + place.size)
      .text(),
  )
  const files = archive.manifest.files.filter(({ name: one }) => !/^(?:audit|practices)/.test(one))
  return { ...row, generation: undefined, files: files.map(({ name: one, sha256 }) => `${one} ${sha256}`) }
}

/**
 * Sends a request with an idempotency key, and takes a cursor of the changes. Returns a function that checks both after
 * the move.
 */
async function probed({ port }: Fleet, { host, token }: FleetPractice, n: number) {
  const ask = asker(port)
  const body = JSON.stringify({ name: `Tag ${n}`, color: '#336699' })
  const tag = () =>
    ask(host, 'POST', '/api/v1/tags', { token, body, headers: { 'idempotency-key': `tag-${n}` } })
  const changes = (since?: string) =>
    ask(host, 'GET', `/api/v1/changes${since === undefined ? '' : `?since=${since}`}`, { token })
  // Just after an earlier move, the cell may still refuse the practice, so the request is repeated.
  const answered = async (what: string, send: () => ReturnType<typeof tag>) =>
    until(what, async () => {
      const answer = await send()
      return [421, 503].includes(answer.status) ? undefined : answer
    })
  const made = await answered('a tag', tag)
  const { next } = JSON.parse((await answered('a place in the changes', () => changes())).text).data
  return async () => {
    const again = await answered('the kept answer', tag)
    if (again.text !== made.text || again.headers['idempotency-replayed'] !== 'true')
      throw new Error(`move ${n}: the kept answer is another one: ${made.text} ${again.text}`)
    const since = await answered('the changes', () => changes(next))
    if (since.status !== 200) throw new Error(`move ${n}: ${since.status} ${since.text}`)
  }
}

/** Writes and reads in one practice with the client of chairside, which repeats refused requests. */
function worker({ port }: Fleet, practice: FleetPractice, pauseMs: number) {
  const ask = asker(port)
  const ledger = new Map<string, string>()
  const refusedMs: number[] = []
  const reads = { frozen: 0, misdirected: 0, waitedMs: [] as number[] }
  let ended = false
  let refusedAt = 0
  const send = repeating(async (request) => {
    const { pathname, search } = new URL(request.url)
    const began = performance.now()
    const { status, headers, text } = await ask(practice.host, request.method, pathname + search, {
      token: practice.token,
      ...(request.method !== 'GET' && { body: await request.text() }),
      headers: { 'idempotency-key': request.headers.get('idempotency-key') ?? '' },
    })
    if (status === 503 || status === 421) refusedAt ||= began
    if (request.method === 'GET' && status === 503) reads.frozen++
    if (request.method === 'GET' && status === 421) reads.misdirected++
    return new Response(text, { status, headers: headers as Record<string, string> })
  })
  const call = async (method: string, path: string, body?: object) => {
    refusedAt = 0
    const address = `http://${practice.host}/api/v1${path}`
    const response = await send(new Request(address, { method, ...(body && { body: JSON.stringify(body) }) }))
    const text = await response.text()
    if (!response.ok) throw new Error(`${practice.host}, ${method} ${path}: ${response.status} ${text}`)
    if (refusedAt > 0) (method === 'GET' ? reads.waitedMs : refusedMs).push(performance.now() - refusedAt)
    return JSON.parse(text).data
  }
  const working = (async () => {
    for (let i = 0; !ended; i++) {
      const lastName = `Patient ${i}`
      const { id } = await call('POST', '/patients', { firstName: 'A', lastName })
      ledger.set(lastName, id)
      await Bun.sleep(pauseMs)
      if ((await call('GET', `/patients/${id}`)).lastName !== lastName)
        throw new Error('another patient was read')
      await Bun.sleep(pauseMs)
    }
  })()
  return {
    refusedMs,
    reads,
    end() {
      ended = true
      return working
    },
    async compare() {
      const found = await patientsOf(ask, practice.host, practice.token)
      return { acknowledged: ledger.size, ...compared(ledger, found) }
    },
  }
}
