import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import pino from 'pino'
import { openDatabase } from '../../db/open.ts'
import { newestStored } from '../../src/backup/litestream.ts'
import { Replication } from '../../src/backup/replication.ts'
import { watchBackups } from '../../src/backup/watch.ts'
import { loadConfig, type Replica, type Wins } from '../../src/config.ts'
import { Pulse } from '../../src/health/pulse.ts'
import type { RoomGuard } from '../../src/store/engine/room.ts'
import { createStore } from '../../src/store/store.ts'
import { folderReplica, type Settings } from '../support/replica.ts'
import { until } from '../support/until.ts'

/** A stream to this place that does nothing. A test replaces the functions and values that it needs. */
export const streamTo = (place: Replica) => ({
  place,
  restart: async () => undefined,
  beginAnew: async () => 'nowhere',
  begunAnewAt: null,
  streams: false,
  confirmed: null,
  isUnproven: false,
})

/** A database that this process streams to a folder, as `src/server.ts` does, but without an HTTP service. */
export async function streaming(
  settings: Settings = folderReplica(),
  { renewEveryMs = 60_000, hasRoom = (): boolean => true, wins = null as Wins } = {},
) {
  const path = settings.DATABASE_PATH!
  mkdirSync(dirname(path), { recursive: true })
  const replica = loadConfig({ databasePath: '' }, { ...settings, PATH: process.env.PATH }).replica!
  const said: string[] = []
  const losses: Error[] = []
  const clock = { aheadMs: 0 }
  const now = () => Date.now() + clock.aheadMs
  const options = { firstBoot: true, wins, now, renewEveryMs }
  const replication = await Replication.open(replica, {
    ...options,
    say: (line) => said.push(line),
    lost: (reason) => losses.push(reason),
  })
  const pulse = new Pulse(now)
  const store = createStore(openDatabase(path, { replicated: true }), pulse.watch, { hasRoom } as RoomGuard)
  await replication.begin(store.installation)
  const log = pino({ level: 'info' }, { write: (line: string) => said.push(JSON.parse(line).msg) })
  const { installation } = store
  const watch = watchBackups({ replica, installation, pulse, stream: replication, now, log })
  return {
    settings,
    replica,
    path,
    folder: settings.REPLICA_URL!.replace('file://', ''),
    store,
    replication,
    watch,
    said,
    losses,
    clock,
    async [Symbol.asyncDispose]() {
      watch.stop()
      await store.close()
      await replication.end()
    },
  }
}

export type Streaming = Awaited<ReturnType<typeof streaming>>

/** Waits until the object store holds a whole copy. */
export const copied = ({ replication }: Streaming) =>
  until('a whole copy', async () => (await newestStored(replication.place))?.hasCopy)

/** Waits until the object store holds the newest write. */
export const caughtUp = ({ watch }: Streaming) =>
  until('no lag', async () => {
    await watch.look()
    return watch.state().lagMs === 0
  })
