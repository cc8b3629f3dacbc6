import { openDatabase } from '../../db/open.ts'
import { writeAnew } from '../../db/rewrite.ts'
import { watchOwner } from '../backup/owner/beside.ts'
import { trailOf } from '../backup/trail/open.ts'
import type { Config } from '../config.ts'
import { Sites } from '../domain/site.ts'
import { NotOwner, WriteInDoubt } from '../store/engine/trouble.ts'
import type { Watch } from '../store/engine/writer.ts'
import { createStore, type Store } from '../store/store.ts'
import { tell } from './output.ts'

/**
 * Opens the database for `work`, and closes it. A server may use the same database at the same time.
 * @throws DatabaseUnavailable when `work` changes something, FAILOVER=yes is set, and another machine may own the
 * practices.
 */
export const withStore = <T>(config: Config, work: (store: Store) => Promise<T>): Promise<T> =>
  withDatabase(config, work)

/**
 * Opens the database as `withStore` does. `work` also gets a function that rewrites the database file, if the file is
 * not larger than a number of bytes.
 */
export async function withDatabase<T>(
  config: Config,
  work: (store: Store, writeAnew: (mostBytes: number) => boolean) => Promise<T>,
): Promise<T> {
  // The server on this machine may be streamed even if this shell has no REPLICA_URL. So only Litestream may merge the
  // log into the database.
  const database = openDatabase(config.databasePath, { replicated: true, closed, say: tell })
  const opened = Promise.all([trailOf(config, tell), watchOwner(config.replica, Date.now)]).catch((error) => {
    database.close()
    throw error
  })
  const [{ trail }, owner] = await opened
  using _ = owner
  let hasChanged = false
  const watch: Watch = ({ changed }) => {
    hasChanged ||= changed
  }
  const store = createStore(database, watch, undefined, trail, undefined, owner?.owns)
  try {
    const result = await work(store, (mostBytes) => writeAnew(database, config.databasePath, mostBytes))
    // This process may have been frozen since its last change, and another machine may have taken over.
    if (hasChanged && owner?.owns() === false) throw new WriteInDoubt(new NotOwner())
    return result
  } finally {
    await store.close()
  }
}

const closed = (files: readonly string[]) =>
  tell(`other users of this machine could read these files, and they are closed now: ${files.join(', ')}`)

/** The origin that practices share, and the addresses of practices with their own host. */
export const sitesOf = ({ publicUrl, port }: Config, { identity }: Store, now: () => number): Sites =>
  new Sites({ shared: () => publicUrl ?? `http://localhost:${port}`, hosts: () => identity.hosts(), now })
