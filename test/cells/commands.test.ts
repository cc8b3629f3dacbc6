/** Commands that change the directory of the cells, or need it. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Directory } from '../../src/cells/directory.ts'
import { pictureOf } from '../../src/cells/picture-of.ts'
import { type CellReport, keepReport } from '../../src/cells/registry.ts'
import type { ObjectStore, Settings } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { chairside, cli, printed } from '../support/server.ts'
import { conditionalStore, newCells, placed } from './support.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

const said: CellReport = {
  version: '1.0.0',
  at: Date.now(),
  practices: 0,
  bytes: 4_096,
  streams: 3,
  lagMs: 1_000,
}
let owners = 0
const practice = (...more: string[]) => [
  ...['practice', 'create', '--name', 'P', '--timezone', 'Europe/Berlin', '--owner-name', 'Zoé'],
  ...['--owner-email', `zoe${owners++}@example.org`, ...more],
]

/** The settings of a cell that is in the directory and has reported that it runs. */
async function cellAt(name: string, cells: ReturnType<typeof newCells>, report: Partial<CellReport> = {}) {
  const env: Settings = { ...cells.cell(name), PUBLIC_URL: `http://${name}.localhost` }
  await printed(env, 'cells', 'add', '--address', `${name}.internal:3000`)
  await keepReport(cells.store, name, { ...said, ...report })
  return env
}

const refusal = async (env: Settings, ...args: string[]) => {
  const { code, stderr } = await cli(env, ...args)
  expect(code).toBe(2)
  return stderr
}

test('`practice create` in a cell needs a free host, and a cell that accepts practices', async () => {
  const cells = newCells(store)
  const directory = new Directory(cells.store)
  const unknown = { ...cells.cell('a'), PUBLIC_URL: 'http://a.localhost' }
  expect(await refusal(unknown, ...practice('--host', 'one.localhost'))).toContain('type `cells add` first')
  const env = await cellAt('a', cells)
  expect(await refusal(env, ...practice())).toContain('--host is missing')
  const { practiceId, setupUrl } = await printed(env, ...practice('--host', 'one.localhost'))
  expect(setupUrl).toStartWith('http://one.localhost/enrol#')
  expect(await directory.look('one.localhost')).toMatchObject({ practiceId, cell: 'a', generation: 1 })

  await directory.change(null, placed('theirs.localhost', { cell: 'b' }))
  expect(await refusal(env, ...practice('--host', 'theirs.localhost'))).toContain('in the cell b')
  expect(await refusal(env, ...practice('--host', 'one.localhost'))).toContain('belongs to another practice')
  // An earlier attempt only wrote the practice into the directory.
  const begun = placed('begun.localhost')
  await directory.change(null, begun)
  expect(await printed(env, ...practice('--host', 'begun.localhost'))).toMatchObject({
    practiceId: begun.practiceId,
  })

  await printed(cells.settings, 'cells', 'drain', '--name', 'a')
  expect(await refusal(env, ...practice('--host', 'two.localhost'))).toContain(
    'takes no practice: it is drained',
  )
  expect(await printed(cells.settings, 'cells', 'list')).toEqual({
    cell: 'a',
    address: 'a.internal:3000',
    practices: 2,
    version: '1.0.0',
    bytes: 4_096,
    streams: 3,
    lagSeconds: 1,
    takes: false,
    why: 'it is drained',
  })
  await printed(env, 'cells', 'add', '--address', 'a.internal:3000')
  await keepReport(cells.store, 'a', { ...said, at: Date.now() - 600_000 })
  expect(await refusal(env, ...practice('--host', 'two.localhost'))).toContain('has said nothing for')
  for (const [full, why] of [
    [{ practices: 150 }, 'it has 150 practices, and 150 are the most'],
    [{ bytes: 20 * 2 ** 30 }, 'and 21474836480 are the most'],
    [{ streams: 1_500 }, 'it has 1500 streams, and 1500 are the most'],
  ] as const) {
    await keepReport(cells.store, 'a', { ...said, ...full })
    expect(await refusal(env, ...practice('--host', 'two.localhost'))).toContain(why)
  }
  expect(await directory.look('two.localhost')).toBeNull()
})

test('a practice that gets another host stays in its cell and keeps its earlier host, and no host has two practices', async () => {
  const cells = newCells(store)
  const env = await cellAt('a', cells)
  const { practiceId } = await printed(env, ...practice('--host', 'first.localhost'))
  await new Directory(cells.store).change(null, placed('taken.localhost', { cell: 'b' }))
  const host = ['practice', 'host', '--id', practiceId, '--yes']
  expect(await refusal(env, ...host, '--host', 'taken.localhost')).toContain('belongs to another practice')
  expect(await refusal(env, ...host, '--shared')).toContain('has a host of its own')
  for (const next of ['second.localhost', 'first.localhost', 'second.localhost'])
    expect(await printed(env, ...host, '--host', next)).toMatchObject({
      url: `http://${next}`,
      changed: true,
    })
  const picture = await pictureOf(cells.store)
  expect(picture.hostsOf(picture.find(practiceId)!)).toEqual(['first.localhost', 'second.localhost'])
  expect(picture.at('second.localhost')).toMatchObject({ host: 'first.localhost', practiceId, cell: 'a' })
})

test('after a removal, the directory has the practice in no cell; after an import, in the cell that imported it', async () => {
  const cells = newCells(store)
  const [env, other] = [await cellAt('a', cells), await cellAt('b', cells)]
  const { practiceId } = await printed(env, ...practice('--host', 'goes.localhost'))
  await printed(env, 'practice', 'host', '--id', practiceId, '--yes', '--host', 'went.localhost')
  const archive = join(scratch, `${practiceId}.tar`)
  await printed(env, 'practice', 'export', '--id', practiceId, '--to', archive)
  const takeIn = ['practice', 'import', '--from', archive, '--keep-access']
  expect(await refusal(other, ...takeIn)).toContain('the practice is in the cell a')
  await printed(env, 'practice', 'remove', '--id', practiceId, '--exported', archive, '--yes')
  const directory = new Directory(cells.store)
  expect(await directory.look('goes.localhost')).toMatchObject({ state: 'gone' })
  expect(await directory.look('went.localhost')).toBeNull()
  expect(await printed(other, ...takeIn)).toMatchObject({ practiceId })
  expect(await directory.look('goes.localhost')).toMatchObject({ practiceId, state: 'active', cell: 'b' })
  expect(await directory.look('went.localhost')).toMatchObject({ practiceId, cell: 'b' })
})

test('`cells add` makes a server a cell with all its practices when each practice has a host of its own', async () => {
  const cells = newCells(store)
  const env: Settings = { ...cells.cell('a'), PUBLIC_URL: 'http://a.localhost' }
  const { CELL: _, CELLS_URL: __, ...before } = env
  const { practiceId } = await printed(before, ...practice())
  const add = ['cells', 'add', '--address', '10.0.0.5:3000']
  expect(await refusal(env, ...add)).toContain(`these practices have no host of their own`)
  expect(await refusal(env, ...add)).toContain(practiceId)
  await printed(before, 'practice', 'host', '--id', practiceId, '--yes', '--host', 'old.localhost')
  await printed(before, 'practice', 'host', '--id', practiceId, '--yes', '--host', 'new.localhost')
  expect(await printed(env, ...add)).toEqual({ cell: 'a', address: '10.0.0.5:3000', practices: 1 })
  expect(await printed(env, ...add)).toMatchObject({ practices: 0 })
  const picture = await pictureOf(cells.store)
  expect(picture.hostsOf(picture.find(practiceId)!)).toEqual(['new.localhost', 'old.localhost'])
  expect(await refusal(env, 'cells', 'add', '--address', '10.0.0.5:3000 weight 0')).toContain(
    '--address must be',
  )
})

test.each([
  [{ CELL: 'a' }, 'CELL is set, and CELLS_URL is not'],
  [{ CELLS_URL: 'file:///tmp/cells' }, 'other stores have no conditional writes'],
  [{ CELLS_URL: 's3://bucket/cells' }, 'CELLS_URL needs the keys'],
  [{ CELLS_URL: 's3://bucket/cells', CELL: 'a' }, 'CELL needs REPLICA_URL'],
  [{ CELLS_URL: 's3://bucket/cells', CELL: 'A b' }, 'CELL must have small letters'],
  [{ CELLS_URL: 's3://bucket/a/', CELL: 'a', REPLICA_URL: 's3://bucket/a' }, 'are the same'],
] as [Settings, string][])('a command refuses wrong settings of cells: %j', async (settings, why) => {
  const keys = why.includes('keys') ? {} : { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  expect(await refusal({ ...keys, ...settings }, 'cells', 'list')).toContain(why)
})

test('without `CELLS_URL`, `cells list` is refused, and `practice create` needs no host', async () => {
  expect(await refusal({}, 'cells', 'list')).toContain('CELLS_URL is not set')
  const { practiceId } = await chairside(join(scratch, 'alone.db'), ...practice())
  expect(practiceId).toBeString()
})
