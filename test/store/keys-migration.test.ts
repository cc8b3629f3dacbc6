import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { createStore } from '../../src/store/store.ts'
import { fileBefore } from '../support/migrations.ts'

test('the upgrade keeps the key of an older file as the key that signs', async () => {
  const { path, database: before } = await fileBefore('_delivery')
  const key = new Uint8Array(32).fill(7)
  before.run("INSERT INTO signing_keys (purpose, key, created_at) VALUES ('visit', ?, 100)", [key])
  before.close()
  const store = createStore(openDatabase(path))
  expect(await store.keys.of('visit', 200)).toEqual(key)
  expect(store.keys.all('visit')).toEqual([{ key, replacedAt: null }])
  await store.close()
})
