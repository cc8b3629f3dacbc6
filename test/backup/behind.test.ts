import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { restore } from '../../src/backup/litestream.ts'
import { loadConfig } from '../../src/config.ts'
import { objectStore } from '../../src/doctor/store.ts'
import { azurite, litestream, s3Server } from '../support/replica.ts'
import { copied, streaming } from './streaming.ts'

/** How much later a write may be committed than timed, on a busy machine. The line is later by more than ten seconds. */
const slackMs = 3_000

const openStore = process.env.VERSITYGW_BIN === undefined ? azurite : s3Server

/** The first write after `at` in a file, in epoch milliseconds, or the newest one. */
function writtenIn(path: string, { after }: { after?: number } = {}): number {
  using database = new Database(path, { readonly: true })
  const which =
    after === undefined ? 'max(at) as at from ballast' : 'min(at) as at from ballast where at > ?1'
  return database.query<{ at: number }, [number]>(`select ${which}`).get(after ?? 0)!.at
}

test.skipIf('LITESTREAM_OLD' in litestream)(
  'on a line that is too slow, the lag is the age of what has arrived, and not the time of its arrival',
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
    // Three times what the line carries.
    for (let second = 0; second < 25; second++) {
      write('insert into ballast values (?, ?)', Date.now(), randomBytes(90_000))
      await Bun.sleep(1_000)
    }
    // What is in the store stays as it is now.
    one.replication.kill()
    object.trouble(null)
    await one.store.installation.beat(Date.now())
    await one.watch.look()
    const { storedAt, lagMs, behind } = one.watch.state()

    const restored = `${one.path}.restored`
    await restore(one.replica, restored)
    const arrived = writtenIn(restored)
    const missing = writtenIn(one.path, { after: arrived })
    // A change is timed when Litestream reads it from the log, before the next one is written.
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
