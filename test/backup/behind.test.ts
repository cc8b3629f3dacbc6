import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { restore } from '../../src/backup/litestream.ts'
import { loadConfig } from '../../src/config.ts'
import { objectStore } from '../../src/doctor/store.ts'
import { azurite, litestream, s3Server } from '../support/replica.ts'
import { copied, streaming } from './streaming.ts'

/** A busy machine may commit a write later than its time, by this number of milliseconds. */
const slackMs = 3_000

const openStore = process.env.VERSITYGW_BIN === undefined ? azurite : s3Server

/** The time of the first write later than `after` in a file, or of the newest write, in epoch milliseconds. */
function writtenIn(path: string, { after }: { after?: number } = {}): number {
  using database = new Database(path, { readonly: true })
  const which =
    after === undefined ? 'max(at) as at from ballast' : 'min(at) as at from ballast where at > ?1'
  return database.query<{ at: number }, [number]>(`select ${which}`).get(after ?? 0)!.at
}

test.skipIf('LITESTREAM_OLD' in litestream)(
  'when the connection is too slow, the lag counts from the time of the newest write in the store, and not from its arrival',
  async () => {
    await using object = await openStore()
    await using one = await streaming(object.newReplica())
    await copied(one)
    const write = (text: string, ...values: (number | Buffer)[]) => {
      using database = new Database(one.path)
      database.run(text, values)
    }
    write('create table ballast (at integer, bytes blob)')
    object.trouble('thin')
    // The connection can carry only a third of these writes.
    for (let second = 0; second < 25; second++) {
      write('insert into ballast values (?, ?)', Date.now(), randomBytes(90_000))
      await Bun.sleep(1_000)
    }
    // From now on, the content of the store does not change.
    one.replication.kill()
    object.trouble(null)
    await one.store.installation.beat(Date.now())
    await one.watch.look()
    const { storedAt, lagMs, behind } = one.watch.state()

    const restored = `${one.path}.restored`
    await restore(one.replica, restored)
    const arrived = writtenIn(restored)
    const missing = writtenIn(one.path, { after: arrived })
    // A change has the time at which Litestream reads it from the log, before the next change is written.
    expect(storedAt).toBeGreaterThanOrEqual(arrived)
    expect(storedAt).toBeLessThan(missing + slackMs)
    expect(lagMs).toBeGreaterThan(writtenIn(one.path) - missing - slackMs)
    expect(behind).toBeGreaterThan(3)

    const config = loadConfig({ databasePath: '' }, { ...one.settings, PATH: process.env.PATH })
    const later = () => Date.now() + 3_600_000
    await one.store.installation.beat(later())
    expect(await objectStore({ config, now: later })).toMatchObject({
      state: 'red',
      found: expect.stringContaining(`up to ${new Date(storedAt!).toISOString()}; it is 6`),
    })
  },
)
