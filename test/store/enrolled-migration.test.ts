import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileBefore } from '../support/migrations.ts'

test('after the upgrade, members with a passkey count as members who have signed in', async () => {
  const { path, database: before } = await fileBefore('_chairs_and_members')
  before.run(
    "INSERT INTO practices (id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at) VALUES ('p', 'P', 'UTC', 'g', 'G', 'new', 1, 1)",
  )
  for (const id of ['been', 'new'])
    before.run("INSERT INTO users VALUES ('p', ?, 'N', ? || '@x.org', 'owner', 1, 1, 1)", [id, id])
  for (const createdAt of [300, 200])
    before.run(
      "INSERT INTO passkeys (practice_id, id, user_id, name, credential_id, public_key, counter, transports, created_at) VALUES ('p', ?1, 'been', 'Laptop', ?1, x'01', 0, '[]', ?1)",
      [createdAt],
    )
  before.close()

  const database = openDatabase(path)
  expect(database.query('SELECT id, enrolled_at FROM users ORDER BY id').values()).toEqual([
    ['been', 200],
    ['new', null],
  ])
  database.close()
})
