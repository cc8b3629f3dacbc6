/**
 * A practice moves between two cells behind a real router. At a step of the move, one participant is killed: the
 * command, the old cell, the new cell, the object store or the router. Then the same command runs again and ends the
 * move.
 */
import { Database } from 'bun:sqlite'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { moveStageCodes } from '../../db/codes.ts'
import { type StoredId, storedId } from '../../db/stored-id.ts'
import type { MoveStage } from '../../src/domain/move.ts'
import { asked, type MovablePractice, newPractice, type RunningCell, twoCells } from '../cells/moving.ts'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { printed, run, startReplicated } from '../support/server.ts'
import { until } from '../support/until.ts'

const victims = ['mover', 'old cell', 'new cell', 'store', 'router'] as const
type Victim = (typeof victims)[number]

/** A list in which each participant is killed this many times, in rotation. */
export const deathsOfAll = (each: number): Victim[] => Array.from({ length: each }, () => victims).flat()

/** The stages of the old cell at which a participant is killed. */
const steps: readonly MoveStage[] = ['copies', 'drains', 'frozen', 'left']

/** The longest time between the beginning of the stage and the kill, in milliseconds. */
const mostLaterMs = 400
/**
 * The pause of each client, in milliseconds. The pause keeps the moves short, because each move copies all records that
 * the clients wrote.
 */
const pauseMs = 400
/** How many times the command is repeated at most. */
const mostTries = 6

interface Options {
  /** The participants to kill, one in each move. */
  readonly deaths: readonly Victim[]
  /** Whether the cells have FAILOVER=yes. */
  readonly failover: boolean
  /** Gets a line about each round. */
  readonly heard?: (line: string) => void
}

/**
 * @throws when a record is missing or doubled, or when the repeated command does not end a move.
 * @throws when not exactly one cell serves the practice.
 */
export async function moveKilledDrill(
  openStore: () => Promise<ObjectStore>,
  { deaths, failover, heard }: Options,
) {
  await using store = await openStore()
  const more: Settings = failover ? { FAILOVER: 'yes' } : {}
  await using cells = await twoCells(store, more)
  const byName: Readonly<Record<string, RunningCell>> = { a: cells.a, b: cells.b }
  await using router = await routerOf(cells.cells.settings)
  const all = [
    await newPractice(cells.a, 'first'),
    await newPractice(cells.b, 'second'),
    await newPractice(cells.a, 'third'),
  ]
  const stop = new AbortController()
  const clients = all.flatMap((practice) => [
    persistent(practice, 'Router', [() => router.url], stop.signal),
    // This client sends requests to both cells. Only the right cell may accept them.
    persistent(
      practice,
      'Direct',
      [cells.a, cells.b].map((cell) => () => cell.server.url),
      stop.signal,
    ),
  ])
  const killedAt: Record<string, number> = {}
  let tries = 0
  const endMs: number[] = []
  for (const [round, victim] of deaths.entries()) {
    const practice = all[round % all.length]!
    const before = (await cells.directory.look(practice.host))!
    const [from, to] = before.cell === 'a' ? [cells.a, cells.b] : [cells.b, cells.a]
    const words = ['practice', 'move', '--id', practice.practiceId, '--to', to.name, '--json']
    const mover = Bun.spawn([process.execPath, '--no-env-file', 'src/cli.ts', ...words], {
      env: { PATH: process.env.PATH, ...from.env },
      stdout: 'ignore',
      stderr: 'pipe',
    })
    const said = [new Response(mover.stderr).text()]
    const step = steps[Math.floor(round / victims.length) % steps.length]!
    await until(`round ${round}: the step ${step}`, async () => {
      const stage = await stageIn(from, practice)
      return mover.exitCode !== null || (stage !== undefined && steps.indexOf(stage) >= steps.indexOf(step))
    })
    await Bun.sleep(Math.random() * mostLaterMs)
    const seen = `${victim} at ${(await stageIn(from, practice)) ?? 'no move'}`
    killedAt[seen] = (killedAt[seen] ?? 0) + 1
    const diedAt = performance.now()
    if (victim === 'mover') mover.kill('SIGKILL')
    else if (victim === 'store') await store.restart()
    else if (victim === 'router') await router.restart()
    else await restart(victim === 'old cell' ? from : to)
    await mover.exited
    const isThere = async () => {
      const placement = (await cells.directory.look(practice.host))!
      return placement.cell === to.name && placement.state === 'active' && placement
    }
    for (let i = 0; !(await isThere()); i++) {
      if (i === mostTries)
        throw new Error(
          `round ${round}, ${seen}: the same command does not end it: ${(await Promise.all(said)).join('')}`,
        )
      const { stdout, stderr } = await run(['src/cli.ts', ...words], from.env)
      said.push(Promise.resolve(stdout + stderr))
      tries++
    }
    const after = await isThere()
    if (!after || after.generation !== before.generation + 1)
      throw new Error(`round ${round}, ${seen}: ${JSON.stringify(after)} after ${JSON.stringify(before)}`)
    let served = ''
    await until(
      () => `round ${round}, ${seen}: one cell serves the practice, and not ${served}`,
      async () => {
        const answers = await Promise.all(
          [to, from].map((cell) =>
            asked(cell, practice, 'GET', '/me').then(
              ({ status }) => status,
              () => 0,
            ),
          ),
        )
        served = answers.join()
        return served === '200,421'
      },
    )
    endMs.push(performance.now() - diedAt)
    heard?.(`round ${round}, ${seen}: ${Math.round(endMs.at(-1)!)} ms`)
  }
  stop.abort()
  await Promise.all(clients.map(({ ended }) => ended))
  for (const client of clients) await client.compare(byName[(await cells.directory.look(client.host))!.cell]!)
  for (const { env } of Object.values(byName)) {
    const { code, stdout, stderr } = await run(['src/cli.ts', 'audit', 'verify'], env)
    if (code !== 0) throw new Error(stdout + stderr)
  }
  return {
    moves: deaths.length,
    failover,
    killedAt,
    /** How many times the command was repeated. */
    typedAgain: tries,
    acknowledged: clients.reduce((total, { ledger }) => total + ledger.size, 0),
    refused: clients.reduce((total, { tally }) => total + tally.refused, 0),
    secondsUntilTheEnd: {
      median: Math.round(endMs.toSorted((x, y) => x - y)[endMs.length >> 1]! / 1_000),
      most: Math.round(Math.max(...endMs) / 1_000),
    },
  }
}

/** Kills all processes of a cell at once, and then starts its server again. */
async function restart(cell: RunningCell): Promise<void> {
  await cell.server.killAll()
  cell.server = await startReplicated(cell.env)
}

async function stageIn(
  { env }: RunningCell,
  { practiceId }: MovablePractice,
): Promise<MoveStage | undefined> {
  using db = new Database(env.DATABASE_PATH!, { readonly: true })
  const found = db
    .query<{ stage: number }, [StoredId]>(
      'select stage from cell_moves where practice_key = (select key from practices where id = ?)',
    )
    .get(storedId(practiceId))
  return stagesByCode[found?.stage ?? -1]
}
const stagesByCode = Object.keys(moveStageCodes) as MoveStage[]

/** A real HAProxy, and the process that updates its map. */
async function routerOf(settings: Settings) {
  const haproxy = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })!
  // The path of a socket has 107 bytes at most (unix(7)).
  const folder = mkdtempSync(join(scratch, 'r-'))
  const files = ['--map', join(folder, 'map'), '--socket', join(folder, 's')]
  const port = await freePort()
  writeFileSync(join(folder, 'map'), '')
  const { text } = await printed(
    settings,
    ...['router', 'haproxy', '--print', ...files, '--bind', `127.0.0.1:${port}`],
  )
  writeFileSync(join(folder, 'cfg'), text)
  const how = { stdout: 'ignore', stderr: 'ignore', env: { PATH: process.env.PATH, ...settings } } as const
  const start = () => [
    Bun.spawn([haproxy, '-f', join(folder, 'cfg')], how),
    Bun.spawn([process.execPath, '--no-env-file', 'src/cli.ts', 'router', 'haproxy', ...files], how),
  ]
  let processes = start()
  const kill = async () => {
    for (const one of processes) one.kill('SIGKILL')
    await Promise.all(processes.map(({ exited }) => exited))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    async restart() {
      await kill()
      processes = start()
    },
    [Symbol.asyncDispose]: kill,
  }
}

/**
 * Writes one record after another. Each record has one idempotency key, and is sent until it is acknowledged. The tries
 * use the addresses in `ways` in rotation.
 */
function persistent(
  practice: MovablePractice,
  name: string,
  ways: readonly (() => string)[],
  stop: AbortSignal,
) {
  const ledger = new Map<string, string>()
  const tally = { refused: 0 }
  const send = async (url: string, lastName: string, key: string) => {
    const response = await fetch(`${url}/api/v1/patients`, {
      method: 'POST',
      headers: {
        host: practice.host,
        authorization: `Bearer ${practice.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ firstName: name, lastName }),
      signal: AbortSignal.timeout(10_000),
    })
    return response.status === 201
      ? ((await response.json()) as { data: { id: string } }).data.id
      : void (await response.body?.cancel())
  }
  const work = async () => {
    let way = 0
    for (let i = 0; !stop.aborted; i++) {
      const [lastName, key] = [`Patient ${i}`, crypto.randomUUID()]
      while (!stop.aborted) {
        const id = await send(ways[way++ % ways.length]!(), lastName, key).catch(() => undefined)
        await Bun.sleep(pauseMs)
        if (id === undefined) {
          tally.refused++
          continue
        }
        ledger.set(lastName, id)
        break
      }
    }
  }
  return {
    host: practice.host,
    ledger,
    tally,
    ended: work(),
    /** @throws when an acknowledged record is missing or doubled in the practice. */
    async compare(cell: RunningCell) {
      const found = new Map<string, string[]>()
      for (let offset = 0; ; offset += 200) {
        const { data } = await asked(cell, practice, 'GET', `/patients?limit=200&offset=${offset}`)
        for (const { id, firstName, lastName } of data.patients)
          if (firstName === name) found.set(lastName, [...(found.get(lastName) ?? []), id])
        if (data.patients.length < 200) break
      }
      const missing = [...ledger].filter(([lastName, id]) => !found.get(lastName)?.includes(id))
      const doubled = [...found].filter(([, ids]) => ids.length > 1)
      if (missing.length + doubled.length > 0)
        throw new Error(
          `${practice.host}, ${name}: ${Bun.inspect({ missing, doubled })} of ${ledger.size} acknowledged`,
        )
    },
  }
}
