import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { storedId } from '../../db/stored-id.ts'
import { retiredAfter } from '../../src/store/notices/notice-upkeep.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { fileBefore } from '../support/migrations.ts'

const practiceId = '01999999-0000-7000-8000-000000000001'

/** A file from before each practice had its own key, with a practice and the key of the installation. */
async function olderFile(): Promise<{ path: string; key: Uint8Array }> {
  const { path, database: before } = await fileBefore('_own_addresses')
  const key = new Uint8Array(32).fill(7)
  before.run("INSERT INTO signing_keys (purpose, key, created_at) VALUES ('visit', ?, 100)", [key])
  before.run(
    `INSERT INTO practices (key, id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
    VALUES (1, ?, 'Old', 'UTC', 'p', 'P', 'x', 0, 0)`,
    [storedId(practiceId)],
  )
  before.close()
  return { path, key }
}

test('the key that an older file had for all practices also ends when a practice gets a new key at once', async () => {
  const { path } = await olderFile()
  const { keys, ...store } = createStore(openDatabase(path))
  await keys.rotate(practiceId, byTest, () => 200)
  await keys.makeMissing(250)
  const own = [{ key: keys.newest(practiceId)!, replacedAt: null }]
  expect(keys.all(practiceId, 250 + retiredAfter)).toEqual(own)
  await store.close()
})

test('the key that an older file had for all practices accepts old links for 90 days, and signs no new links', async () => {
  const { path, key } = await olderFile()
  const { keys, ...store } = createStore(openDatabase(path))
  const upgraded = 200
  expect(keys.all(practiceId, upgraded)).toEqual([{ key, replacedAt: null }])
  await keys.makeMissing(upgraded)
  const own = keys.newest(practiceId)!
  expect(own).not.toEqual(key)
  await keys.makeMissing(upgraded + 50)
  const both = [
    { key: own, replacedAt: null },
    { key, replacedAt: upgraded },
  ]
  expect(keys.all(practiceId, upgraded + retiredAfter - 1)).toEqual(both)
  expect(keys.all(practiceId, upgraded + retiredAfter)).toEqual(both.slice(0, 1))
  await keys.removeUnneeded(upgraded + retiredAfter)
  expect(keys.all(practiceId, upgraded)).toEqual(both.slice(0, 1))
  await store.close()
})
