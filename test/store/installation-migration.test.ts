import { expect, test } from 'bun:test'
import { inspect } from '../../db/inspect.ts'
import { openDatabase } from '../../db/open.ts'
import { createStore } from '../../src/store/store.ts'
import { fileBefore } from '../support/migrations.ts'

test('the upgrade keeps the last heartbeat and the last verification of an older file', async () => {
  const { path, database: before } = await fileBefore('_installation')
  before.run('INSERT INTO vitals (id, beat_at, verified_at, problem) VALUES (1, 300, 200, ?)', [
    'it lacks rows',
  ])
  before.close()

  const store = createStore(openDatabase(path))
  expect(store.installation.verification()).toEqual({ verifiedAt: 200, fault: 'it lacks rows' })
  await store.installation.keepVerification(400, null)
  expect(store.installation.verification()).toEqual({ verifiedAt: 400, fault: null })
  await store.close()
  expect(inspect(path).beatAt).toBe(400)
  expect(Object.keys(inspect(path).counts)).not.toContain('vitals')
})

test('an older file without a heartbeat can store a heartbeat after the upgrade', async () => {
  const { path, database: before } = await fileBefore('_installation')
  before.close()
  expect(inspect(path).beatAt).toBe(0)

  const store = createStore(openDatabase(path))
  expect(store.installation.verification()).toEqual({ verifiedAt: null, fault: null })
  await store.installation.beat(100)
  await store.close()
  expect(inspect(path).beatAt).toBe(100)
})

test('the database refuses a second row about the installation', async () => {
  const { path, database: before } = await fileBefore('_installation')
  before.close()
  const database = openDatabase(path)
  expect(() => database.run('INSERT INTO installation (id, beat_at) VALUES (2, 0)')).toThrow(
    'installation_one',
  )
  database.close()
})
