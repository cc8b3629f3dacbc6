/** A server that is one of several cells serves the practices that the directory gives it, and no others. */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Cell } from '../../src/cells/cell.ts'
import { Directory, DirectoryChanged } from '../../src/cells/directory.ts'
import type { Placement } from '../../src/cells/placement.ts'
import { loadConfig } from '../../src/config.ts'
import { cell } from '../../src/doctor/cell.ts'
import type { HeldPractice } from '../../src/store/transfer/moving.ts'
import { freePort } from '../support/free-port.ts'
import { errorOf } from '../support/rejection.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { cli, printed } from '../support/server.ts'
import { type Serving, serving } from '../support/serving.ts'
import { until } from '../support/until.ts'
import { conditionalStore, newCells, placed } from './support.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Starts a cell with one practice. Returns also the data that a member of the practice needs for requests. */
async function cellWithPractice(name: string, cells = newCells(store), extra: Settings = {}) {
  const host = `mueller-${name}.localhost`
  const env: Settings = { ...cells.cell(name), PUBLIC_URL: `http://${name}.localhost`, ...extra }
  await printed(env, 'cells', 'add', '--address', '127.0.0.1:3000')
  const server = await serving(env)
  await until('a report of the cell', async () => (await printed(env, 'cells', 'list')).version)
  const email = `zoe@${name}.example.org`
  const { practiceId, setupUrl } = await printed(
    env,
    ...['practice', 'create', '--name', 'Mueller', '--timezone', 'Europe/Berlin', '--host', host],
    ...['--owner-name', 'Zoé', '--owner-email', email],
  )
  const { token } = await printed(env, 'token', 'create', '--email', email, '--name', 'test')
  return { env, host, server, practiceId, setupUrl, token, directory: new Directory(cells.store) }
}

/** The server's answer to a request of a member at this host. */
async function asked({ port }: Pick<Serving, 'port'>, host: string, token: string, path = '/api/v1/me') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { host, authorization: `Bearer ${token}` },
  })
  const { headers, status } = response
  return { status, headers, body: (await response.json()) as { error?: { code: string } } }
}

const inCell = (from: Placement, cell: string): Placement => ({
  host: from.host,
  practiceId: from.practiceId,
  cell,
  state: 'active',
  generation: from.generation + 1,
})

test('§29 A cell (one server of several) serves a practice until the directory gives it to another cell. After that, the answer is 421, and a header names the other cell.', async () => {
  const { env, host, server, practiceId, setupUrl, token, directory } = await cellWithPractice('a')
  await using _ = { [Symbol.asyncDispose]: () => server.stop() }
  expect(server.setupUrl).toBeUndefined()
  expect(setupUrl).toStartWith(`http://${host}/enrol#`)
  const placement = (await directory.look(host))!
  expect(placement).toEqual({ host, practiceId, cell: 'a', state: 'active', generation: 1 })
  await until('the practice is served', async () => (await asked(server, host, token)).status === 200)
  expect((await asked(server, 'nobody.localhost', token)).status).toBe(421)

  const leaving: Placement = { ...placement, state: 'moving', to: 'b', move: crypto.randomUUID() }
  await directory.change(placement, leaving)
  await directory.change(leaving, inCell(placement, 'b'))
  const refused = await until('the practice is refused', async () => {
    const answer = await asked(server, host, token)
    return answer.status === 421 ? answer : undefined
  })
  expect(refused.body.error!.code).toBe('misdirected')
  expect(refused.headers.get('x-chairside-cell')).toBe('b')
  expect(refused.headers.get('fly-replay')).toBeNull()
  // The host of the cell itself is not the host of the practice, so the token is not valid there.
  expect((await asked(server, 'a.localhost', token)).status).toBe(401)
  expect(JSON.parse((await cli(env, 'member', 'list')).stdout || 'null')).toBeNull()
})

test('§29 When the database of a cell contains a practice as it was before a move, the cell never serves this old state.', async () => {
  const metrics = await freePort()
  const extra = { METRICS_PORT: metrics }
  const { env, host, server, token, directory, practiceId } = await cellWithPractice(
    'c',
    newCells(store),
    extra,
  )
  await until('the practice is served', async () => (await asked(server, host, token)).status === 200)
  await server.stop()
  // The practice moved away and came back. The database has its state from before both moves.
  const placement = (await directory.look(host))!
  await directory.change(placement, inCell(placement, 'd'))
  await directory.change(inCell(placement, 'd'), inCell(inCell(placement, 'd'), 'c'))
  const again = await serving({ ...env, FIRST_BOOT: 'no' })
  try {
    const answer = await asked(again, host, token)
    expect(answer.status).toBe(421)
    expect(answer.headers.get('x-chairside-cell')).toBeNull()
    const ready = await fetch(`http://127.0.0.1:${metrics}/readyz`)
    expect(await ready.json()).toMatchObject({
      cell: { name: 'c', practices: 0, elsewhere: [[practiceId, null]] },
    })
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()
    expect(text).toContain('chairside_cell_elsewhere_practices{by="nobody"} 1')
    expect(text).toContain('chairside_cell_practices_ratio 0\n')
  } finally {
    await again.stop()
  }
  const found = await examine(env)
  expect(found).toMatchObject({ state: 'warn', found: expect.stringContaining(practiceId) })
  // Commands do not see the practice in the database either.
  using database = new Database(env.DATABASE_PATH!, { readonly: true })
  expect(database.query('select cell from elsewhere_practices').all()).toEqual([{ cell: null }])
})

/** The finding of `doctor` about the cell. */
async function examine(env: Settings) {
  const config = loadConfig({ databasePath: '' }, env)
  const [found] = await cell({ config, now: Date.now })
  return found
}

test('`doctor` reports whether the directory can be read, and whether the server is one of the cells', async () => {
  const own = await conditionalStore()
  try {
    const env = { ...newCells(own).cell('a'), PUBLIC_URL: 'http://a.localhost' }
    expect(await examine(env)).toMatchObject({ state: 'warn', todo: 'Type: chairside cells add' })
    await printed(env, 'cells', 'add', '--address', '127.0.0.1:3000')
    expect(await examine(env)).toMatchObject({ state: 'ok' })
    own.cut()
    expect(await examine(env)).toMatchObject({ state: 'red' })
  } finally {
    await own[Symbol.asyncDispose]()
  }
})

test('a cell starts only when it can read the directory, and a running cell goes on with the content that it read last', async () => {
  const own = await conditionalStore()
  try {
    const cells = newCells(own)
    const one = placed('waits.localhost')
    await new Directory(cells.store).change(null, one)
    const said: string[] = []
    const say = (_: unknown, line?: string) => void said.push(line ?? '')
    const held: HeldPractice[] = [
      { practiceId: one.practiceId, generation: 1, host: one.host },
      { practiceId: 'unknown', generation: 1, host: null },
    ]
    const hidden: unknown[] = []
    let heldReads = 0
    own.cut()
    const opening = Cell.open({
      cells: { store: cells.store, name: 'a', onFly: false },
      elsewhere: {
        held: () => {
          heldReads++
          return held
        },
        hide: async (all) => void hidden.push([...all]),
      },
      databasePath: '/no/such/file',
      log: { info: say, warn: say, error: say },
    })
    await until('a word about the directory', () => said.length > 0)
    expect(hidden).toEqual([])
    own.mend()
    const opened = await opening
    expect(hidden).toEqual([[['unknown', null]]])
    expect([opened.serves(one.host), opened.serves('nobody.localhost')]).toEqual([true, false])
    own.cut()
    said.length = 0
    await until('another word', () => said.length > 0)
    expect(opened.serves(one.host)).toBe(true)

    // A practice was created since the last look. The cell does not hide it before it has looked again.
    const two = placed('new.localhost')
    held.push({ practiceId: two.practiceId, generation: 1, host: two.host })
    const asked = heldReads
    await until('two more rounds', () => heldReads > asked + 1)
    own.mend()
    await new Directory(cells.store).change(null, two)
    await until('the new practice is served', () => opened.serves(two.host))
    expect(hidden.filter((all) => JSON.stringify(all).includes(two.practiceId))).toEqual([])
    await opened.stop()
  } finally {
    await own[Symbol.asyncDispose]()
  }
})

test('§36 When another machine takes over a cell, it ends the moves of the earlier machine, so a late commit of these moves fails.', async () => {
  const cells = newCells(store)
  const directory = new Directory(cells.store)
  const move = crypto.randomUUID()
  const [own, others] = [placed('own.localhost'), placed('others.localhost', { cell: 'b' })]
  const moving = [own, others].map((one) => ({ ...one, state: 'moving' as const, to: 'c', move }))
  for (const one of moving) await directory.change(null, one)
  const log = { info() {}, warn() {}, error() {} }
  const open = (tookOver: boolean) =>
    Cell.open({
      cells: { store: cells.store, name: 'a', onFly: false },
      elsewhere: { held: () => [], hide: async () => undefined },
      databasePath: '/no/such/file',
      tookOver,
      log,
    })
  await (await open(false)).stop()
  expect(await directory.look(own.host)).toEqual(moving[0]!)
  await (await open(true)).stop()
  expect(await directory.look(own.host)).toEqual(own)
  expect(await directory.look(others.host)).toEqual(moving[1]!)
  expect(await errorOf(directory.change(moving[0]!, { ...own, cell: 'c', generation: 2 }))).toBeInstanceOf(
    DirectoryChanged,
  )
})
