import { objectIn } from '../../src/backup/owner/place.ts'
import type { Placement } from '../../src/cells/placement.ts'
import { loadConfig, type Replica } from '../../src/config.ts'
import { azurite, type ObjectStore, type Settings, s3Server } from '../support/replica.ts'

/** An object store with conditional writes. */
export const conditionalStore = (): Promise<ObjectStore> => azurite()

/** A real S3 server. Undefined without versitygw, or when versitygw ignores conditions, as before version 1.1. */
export async function conditionalS3(): Promise<ObjectStore | undefined> {
  if (process.env.VERSITYGW_BIN === undefined) return undefined
  const store = await s3Server()
  const object = objectIn(newCells(store).store, 'first.json', { needs: 'conditions' })!
  const obeys = await object.write('{}', null).then(
    () => true,
    () => false,
  )
  if (obeys) return store
  await store[Symbol.asyncDispose]()
  return undefined
}

/** Settings for cells that share a new place in this store. Each call of `cell` returns settings of another cell. */
export function newCells(store: ObjectStore) {
  const shared: Settings = store.newReplica()
  const { DATABASE_PATH: _, REPLICA_URL: url, ...keys } = shared
  const settings: Settings = { ...keys, CELLS_URL: url! }
  return {
    settings,
    cell: (name: string): Settings => ({
      ...settings,
      ...store.newReplica(),
      CELL: name,
      FIRST_BOOT: 'yes',
    }),
    store: placeOf(settings),
  }
}

const placeOf = (settings: Settings): Replica => loadConfig({ databasePath: '' }, settings).cells!.store

/** The entry of a practice in the directory: the practice is in the cell a, unless `changes` differ. */
export const placed = (host: string, changes: Partial<Placement> = {}): Placement => ({
  host,
  practiceId: crypto.randomUUID(),
  cell: 'a',
  state: 'active',
  generation: 1,
  ...changes,
})
