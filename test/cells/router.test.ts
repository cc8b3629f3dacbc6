/** The router is a real HAProxy in front of two real cells. A command of chairside keeps the map of HAProxy current. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { objectIn } from '../../src/backup/owner/place.ts'
import { overwrite } from '../../src/backup/owner/small-object.ts'
import { Directory } from '../../src/cells/directory.ts'
import { type Placement, shardOf } from '../../src/cells/placement.ts'
import { readMap } from '../../src/cells/router/map-file.ts'
import { Router } from '../../src/cells/router/router.ts'
import { certifiedFor } from '../support/certificates.ts'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { cli, printed } from '../support/server.ts'
import { serving } from '../support/serving.ts'
import { until } from '../support/until.ts'
import { conditionalStore, newCells, placed } from './support.ts'

const haproxy = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })
let store: ObjectStore
beforeAll(async () => {
  store = await conditionalStore()
})
afterAll(() => store[Symbol.asyncDispose]())

/** Files of a router in a folder of its own. The path of a socket has 107 bytes at most (unix(7)). */
function files() {
  const folder = mkdtempSync(join(scratch, 'r-'))
  return { map: join(folder, 'map'), socket: join(folder, 's'), config: join(folder, 'cfg') }
}

function started({ config }: { config: string }) {
  const child = Bun.spawn([haproxy!, '-f', config], { stdout: 'ignore', stderr: 'ignore' })
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

/** How many checks of a server must still fail in a row until HAProxy stops using it (HAProxy, `show servers state`). */
async function checksLeft(socket: string, server: string): Promise<number> {
  const asking = connect(socket)
  asking.write('show servers state\n')
  const answer = await Bun.readableStreamToText(Readable.toWeb(asking) as ReadableStream)
  const line = answer.split('\n').find((one) => one.split(' ')[3] === server)
  return Number(line?.split(' ')[12])
}

const arrived = ({ host, practiceId, generation }: Placement, cell: string): Placement => ({
  host,
  practiceId,
  cell,
  state: 'active',
  generation: generation + 1,
})

test.skipIf(haproxy === null)(
  'HAProxy accepts the printed configuration, also with `--behind`, `--bind` and `--certificate` (skipped without HAProxy)',
  async () => {
    const cells = newCells(store)
    const { map, socket, config } = files()
    const env = { ...cells.cell('a'), PUBLIC_URL: 'http://a.localhost' }
    await printed(env, 'cells', 'add', '--address', '10.0.0.5:3000,10.0.0.9:3000')
    await printed(
      { ...cells.cell('b'), PUBLIC_URL: 'http://b.localhost' },
      ...['cells', 'add', '--address', '[fd00::6]:3000'],
    )
    writeFileSync(map, '')
    const at = ['router', 'haproxy', '--print', '--map', map, '--socket', socket]
    const certificate = join(scratch, 'router.pem')
    const { cert, key } = await certifiedFor('*.app.example')
    writeFileSync(certificate, `${cert}\n${key}`)
    const ways = [
      ['--behind', '10.0.0.0/24'],
      ['--bind', '127.0.0.1:8080'],
      ['--certificate', certificate],
    ]
    for (const more of [[], ...ways]) {
      const { text } = await printed(cells.settings, ...at, ...more)
      writeFileSync(config, text)
      const checked = Bun.spawnSync([haproxy!, '-c', '-f', config])
      expect([checked.exitCode, checked.stderr.toString()]).toEqual([
        0,
        expect.not.stringMatching(/ALERT|WARN/i),
      ])
      expect(text).toContain('server a-1 10.0.0.5:3000 check')
      expect(text).toContain('server a-2 10.0.0.9:3000 check')
    }
    const refused = await cli(cells.settings, ...at, '--behind', '10.0.0.0/24 } or { always_true')
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--behind must have only')])
  },
)

test.skipIf(haproxy === null)(
  'HAProxy sends a request to the cell that the directory names, without a reload and also after a restart (skipped without HAProxy)',
  async () => {
    const cells = newCells(store)
    const { map, socket, config } = files()
    const names = ['a', 'b']
    const envs = names.map((name) => ({ ...cells.cell(name), PUBLIC_URL: `http://${name}.localhost` }))
    await using servers = new AsyncDisposableStack()
    for (const env of envs) {
      const server = await serving(env)
      servers.defer(() => server.stop())
      await printed(env, 'cells', 'add', '--address', `127.0.0.1:${server.port}`)
    }
    const port = await freePort()
    writeFileSync(map, '')
    const { text } = await printed(
      cells.settings,
      ...['router', 'haproxy', '--print', '--map', map, '--socket', socket, '--bind', `127.0.0.1:${port}`],
    )
    writeFileSync(config, text)
    const said: string[] = []
    const router = new Router(cells.store, { map, socket, say: (line) => said.push(line) })
    servers.defer(() => router.stop())
    await router.start()
    /** The cell that answers at this host. A cell answers 200 only to its own name. */
    const cellAt = async (host: string) => {
      for (const name of names) {
        const answer = await fetch(`http://127.0.0.1:${port}/livez/cell/${name}`, {
          headers: { host },
        }).catch(() => undefined)
        if (answer?.status === 200) return name
      }
      return null
    }
    const directory = new Directory(cells.store)
    const one = placed('routed.localhost')
    await directory.change(null, one)
    await directory.addHost('further.localhost', one)
    {
      await using _ = started({ config })
      await until('the cell a at the host', async () => (await cellAt(one.host)) === 'a')
      expect(await cellAt('b.localhost')).toBe('b')
      expect(await cellAt('unknown.localhost')).toBeNull()
      expect(
        (await fetch(`http://127.0.0.1:${port}/`, { headers: { host: 'unknown.localhost' } })).status,
      ).toBe(421)
      await directory.change(one, arrived(one, 'b'))
      await until('the cell b at the host', async () => (await cellAt(one.host)) === 'b')
      await until('the cell b at the further host', async () => (await cellAt('further.localhost')) === 'b')
      await directory.removeHost({ host: 'further.localhost', home: one.host, practiceId: one.practiceId })
      await until('no cell at the host', async () => (await cellAt('further.localhost')) === null)
    }
    expect([...readMap(map)].sort()).toEqual([
      ['a.localhost', 'a'],
      ['b.localhost', 'b'],
      ['routed.localhost', 'b'],
    ])
    await until('a word about HAProxy', () =>
      said.some((line) => line.startsWith('HAProxy cannot be reached')),
    )
    await using _ = started({ config })
    // The new HAProxy first reads the map file. Then the command updates the new HAProxy.
    await until('the cell b at the host again', async () => (await cellAt(one.host)) === 'b')
    await directory.change(arrived(one, 'b'), arrived(arrived(one, 'b'), 'a'))
    await until('the cell a at the host again', async () => (await cellAt(one.host)) === 'a')
    expect(existsSync(socket)).toBe(true)
  },
)

test.skipIf(haproxy === null)(
  'requests wait while a cell restarts, reach only the server of the cell, and cannot forge a client address (skipped without HAProxy)',
  async () => {
    const cells = newCells(store)
    const [first, second] = [files(), files()]
    const port = await freePort()
    const env = {
      ...cells.cell('a'),
      PUBLIC_URL: 'http://a.localhost',
      PORT: port,
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
    }
    // One of the two addresses leads to another server, which is no cell.
    await using other = await serving()
    const addresses = `127.0.0.1:${other.port},127.0.0.1:${port}`
    await printed(env, 'cells', 'add', '--address', addresses)
    let cell = await serving(env)
    const fronts = []
    await using running = new AsyncDisposableStack()
    for (const [{ map, socket, config }, more] of [
      [first, []],
      [second, ['--behind', '127.0.0.0/8']],
    ] as const) {
      const front = await freePort()
      writeFileSync(map, 'a.localhost a\n')
      const at = [
        'router',
        'haproxy',
        '--print',
        '--map',
        map,
        '--socket',
        socket,
        '--bind',
        `127.0.0.1:${front}`,
      ]
      writeFileSync(config, (await printed(cells.settings, ...at, ...more)).text)
      running.use(started({ config }))
      fronts.push(front)
    }
    const asked = (front: string, path: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${front}${path}`, { headers: { host: 'a.localhost', ...headers } })
    for (const front of fronts)
      await until('only the owner answers', async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => asked(front, '/livez/cell/a').catch(() => undefined)),
        )
        return answers.every((answer) => answer?.status === 200)
      })

    for (const [front, counted] of [
      [fronts[0]!, '127.0.0.1'],
      [fronts[1]!, '192.0.2.7'],
    ] as const) {
      const probe = { 'x-chairside-probe': crypto.randomUUID() }
      await asked(front, '/livez', { ...probe, 'x-real-ip': '192.0.2.7' })
      const arrived = await fetch(`http://127.0.0.1:${port}/livez/probe`, { headers: probe })
      expect(await arrived.json()).toMatchObject({ data: { address: counted, named: true } })
    }

    // Before the first check of a server, one failed check is enough. Later, two checks must fail.
    await until(
      'a check that the owner has passed',
      async () => (await checksLeft(first.socket, 'a-2')) === 2,
    )
    const stopping = cell.stop()
    // The cell still answers after HAProxy has seen that it stops, so no request gets a connection that closes.
    await until('HAProxy sees that it stops', async () => (await checksLeft(first.socket, 'a-2')) === 0)
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(503)
    await stopping
    const waiting = asked(fronts[0]!, '/livez/cell/a')
    cell = await serving({ ...env, FIRST_BOOT: 'no' })
    expect((await waiting).status).toBe(200)
    await cell.stop()
  },
)

test('a router that starts with a forged object in the directory keeps the hosts of this object from its map file', async () => {
  const cells = newCells(store)
  const { map, socket } = files()
  const host = 'forged.localhost'
  await new Directory(cells.store).change(null, placed('whole.localhost'))
  await overwrite(objectIn(cells.store, `directory/${shardOf(host)}.json`)!, '{"version":1}')
  writeFileSync(map, `${host} b\nold.localhost a\n`)
  const said: string[] = []
  const router = new Router(cells.store, { map, socket, say: (line) => said.push(line) })
  await router.start()
  await router.stop()
  expect([...readMap(map)].sort()).toEqual([
    [host, 'b'],
    ['whole.localhost', 'a'],
  ])
  expect(said.join()).toContain('it is not of the form')
  expect(readFileSync(map, 'utf8')).toEndWith('\n')
})
