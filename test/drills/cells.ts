import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { objectIn } from '../../src/backup/owner/place.ts'
import { overwrite } from '../../src/backup/owner/small-object.ts'
import { Directory, directoryFolder } from '../../src/cells/directory.ts'
import { isAt } from '../../src/cells/fence.ts'
import type { Picture } from '../../src/cells/picture.ts'
import { type Placement, shardOf } from '../../src/cells/placement.ts'
import { HaproxySocket } from '../../src/cells/router/haproxy-socket.ts'
import { haproxyText } from '../../src/cells/router/haproxy-text.ts'
import { Router } from '../../src/cells/router/router.ts'
import { shardText } from '../../src/cells/shard.ts'
import { DirectoryWatch } from '../../src/cells/watch.ts'
import type { Replica } from '../../src/config.ts'
import { Sites } from '../../src/domain/site.ts'
import { newCells, placed } from '../cells/support.ts'
import { freePort } from '../support/free-port.ts'
import type { ObjectStore } from '../support/replica.ts'
import { scratch } from '../support/scratch.ts'
import { until } from '../support/until.ts'

export const haproxyProgram = Bun.which('haproxy', { PATH: `${process.env.PATH}:/usr/sbin` })

/** Writes a directory with this number of hosts into the store. */
async function manyHosts(store: Replica, count: number): Promise<Placement[]> {
  const all = Array.from({ length: count }, (_, n) => placed(`practice-${n}.app.example`))
  const shards = Map.groupBy(all, ({ host }) => shardOf(host))
  await Promise.all(
    [...shards].map(([name, ones]) => {
      const records = new Map(ones.map((one) => [one.host, one]))
      return overwrite(
        objectIn(store, `${directoryFolder}/${name}.json`)!,
        shardText({ version: 1, records }),
      )
    }),
  )
  return all
}

/** The extra time of each request in a cell, in microseconds: the lookup of the site for its host. */
function costOfLooking(all: readonly Placement[], picture: Picture) {
  // The practices of a full cell are in its own database.
  const own = all.slice(0, 150)
  const hosts = {
    hostOf: new Map(own.map(({ practiceId, host }) => [practiceId, host])),
    practiceAt: new Map(own.map(({ practiceId, host }) => [host, practiceId])),
    aliases: new Map(),
  }
  const serves = (host: string) => {
    const placement = picture.at(host)
    return placement !== null && isAt(placement, 'a')
  }
  const given = { shared: () => 'https://a.app.example', hosts: () => hosts, now: Date.now }
  const alone = new Sites(given)
  const cell = new Sites({ ...given, cells: { serves, leadElsewhere: () => ({}) } })
  const times = 200_000
  const perCall = (sites: Sites) => {
    const began = performance.now()
    for (let n = 0; n < times; n++) sites.at(() => all[(n * 7_919) % all.length]!.host)
    return ((performance.now() - began) * 1_000) / times
  }
  const [withCells, without]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    without.push(perCall(alone))
    withCells.push(perCall(cell))
  }
  return { alone: Math.min(...without), inCell: Math.min(...withCells) }
}

const arrived = (from: Placement, cell: string): Placement => ({
  ...from,
  cell,
  generation: from.generation + 1,
})

/** Servers that answer every request with the name of their cell. */
function cellsThatSay(names: readonly string[]) {
  return names.map((name) => {
    const server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => new Response(name),
    })
    const known = {
      cell: name,
      addresses: [`127.0.0.1:${server.port}`],
      host: `${name}.app.example`,
      draining: false,
    }
    return { known, server }
  })
}

/**
 * Measures a directory of many hosts: the extra time of a request, and the time from a change until HAProxy uses the
 * other cell. Without HAProxy, it measures only the first.
 */
export async function cellsDrill(
  openStore: () => Promise<ObjectStore>,
  { hosts, changes }: { hosts: number; changes: number },
) {
  await using opened = new AsyncDisposableStack()
  const cells = newCells(opened.use(await openStore()))
  const all = await manyHosts(cells.store, hosts)
  const watch = new DirectoryWatch(cells.store, {
    looked: () => undefined,
    refused: (why) => {
      throw new Error(why)
    },
    away: () => undefined,
  })
  const before = process.memoryUsage.rss()
  const began = performance.now()
  await watch.look()
  const firstLookMs = Math.round(performance.now() - began)
  const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6)
  // The second look reads each object once more. So only the third look is measured.
  await watch.look()
  const quiet = performance.now()
  await watch.look()
  const quietLookMs = Math.round(performance.now() - quiet)
  const lookUpMicros = costOfLooking(all, watch.picture)
  const figures = { hosts: watch.picture.size, firstLookMs, quietLookMs, megabytes, lookUpMicros }
  if (haproxyProgram === null) return { ...figures, router: null }

  const folder = mkdtempSync(join(scratch, 'c-'))
  const [map, socket, config] = ['map', 's', 'cfg'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  const running = cellsThatSay(['a', 'b'])
  for (const { server } of running) opened.defer(() => server.stop(true))
  writeFileSync(map, '')
  const facts = { map, socket, bind: `127.0.0.1:${port}`, certificate: undefined, behind: undefined }
  writeFileSync(config, haproxyText({ ...facts, cells: running.map(({ known }) => known) }))
  const haproxy = Bun.spawn([haproxyProgram, '-f', config], { stdout: 'ignore', stderr: 'ignore' })
  opened.defer(async () => {
    haproxy.kill('SIGKILL')
    await haproxy.exited
  })
  const admin = new HaproxySocket(socket)
  const process1 = await until('an answer of HAProxy', () => admin.process().catch(() => undefined))
  const said: string[] = []
  const router = new Router(cells.store, { map, socket, say: (line) => said.push(line) })
  const loading = performance.now()
  await router.start()
  const loadMs = Math.round(performance.now() - loading)
  opened.defer(() => router.stop())
  const answers = async (host: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/`, { headers: { host } }).catch(() => undefined)
    return answer?.text()
  }
  const directory = new Directory(cells.store)
  const reached: number[] = []
  for (const one of all.slice(0, changes)) {
    await until('the first cell', async () => (await answers(one.host)) === 'a')
    await directory.change(one, arrived(one, 'b'))
    const changed = performance.now()
    await until('the other cell', async () => (await answers(one.host)) === 'b')
    reached.push(Math.round(performance.now() - changed))
  }
  const sorted = reached.toSorted((one, other) => one - other)
  return {
    ...figures,
    router: {
      loadMs,
      medianMs: sorted[sorted.length >> 1]!,
      mostMs: sorted.at(-1)!,
      reloaded: (await admin.process()) !== process1,
      said,
    },
  }
}
