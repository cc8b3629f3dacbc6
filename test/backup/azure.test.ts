import { afterAll, beforeAll, expect, test } from 'bun:test'
import { claimName } from '../../src/backup/owner/claim.ts'
import { objectIn } from '../../src/backup/owner/place.ts'
import { StoreAway } from '../../src/backup/owner/store-away.ts'
import { loadConfig } from '../../src/config.ts'
import { azurite, type ObjectStore, type Settings } from '../support/replica.ts'

let store: ObjectStore
beforeAll(async () => {
  store = await azurite()
})
afterAll(() => store[Symbol.asyncDispose]())

const claimObject = (settings: Settings) =>
  objectIn(loadConfig({ databasePath: '' }, settings).replica!, claimName)!

test.each(['', ' with a space/ü'])(
  'Azure accepts our signature and obeys conditional writes, in a path%s',
  async (end) => {
    const settings = store.newReplica()
    const replica = { ...settings, REPLICA_URL: settings.REPLICA_URL! + end }
    const [one, other] = [claimObject(replica), claimObject(replica)]
    expect(await one.read()).toBeNull()
    const first = await one.write('first', null)
    expect(first).not.toBeNull()
    expect(await other.write('other', null)).toBeNull()
    expect(await other.read()).toEqual({ text: 'first', tag: first!, ageMs: expect.any(Number) })
    const second = await other.write('second', first)
    expect(second).not.toBeNull()
    expect(await one.write('third', first)).toBeNull()
    const found = await one.read()
    expect(found).toMatchObject({ text: 'second', tag: second! })
    // The store's clock gives both instants in whole seconds.
    expect(found!.ageMs).toBeWithin(0, 30_000)
  },
)

test('with a wrong key, Azure counts as a store that cannot be reached, and the error does not contain the key', async () => {
  const settings = { ...store.newReplica(), LITESTREAM_AZURE_ACCOUNT_KEY: 'd3Jvbmc=' }
  const wrong = await claimObject(settings)
    .write('first', null)
    .catch((error) => error)
  expect(wrong).toBeInstanceOf(StoreAway)
  expect(wrong.message).toContain('403')
  expect(wrong.message).not.toContain('d3Jvbmc=')
})
