import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileBefore } from '../support/migrations.ts'

test('after the upgrade, tokens keep their permissions, and members who are not active have no passkeys', async () => {
  const { path, database: before } = await fileBefore('_access')
  before.run(`INSERT INTO practices (id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
    VALUES ('p', 'P', 'UTC', 'x', 'X', 'new', 1, 1)`)
  const people = [
    ['ada', 'owner', 1],
    ['jonas', 'assistant', 1],
    ['gone', 'owner', 0],
  ] as const
  for (const [id, role, active] of people) {
    before.run(
      `INSERT INTO users (practice_id, id, name, email, role, active, created_at, updated_at)
        VALUES ('p', ?1, ?1, ?1, ?2, ?3, 1, 1)`,
      [id, role, active],
    )
    before.run(
      `INSERT INTO api_tokens (practice_id, id, user_id, name, hash, expires_at, created_at)
        VALUES ('p', ?1, ?1, ?1, ?1, 1, 1)`,
      [id],
    )
    before.run(
      `INSERT INTO sessions (practice_id, id, user_id, hash, last_seen_at, expires_at, created_at)
        VALUES ('p', ?1, ?1, ?1, 5, 9, 3)`,
      [id],
    )
    before.run(
      `INSERT INTO passkeys (practice_id, id, user_id, name, credential_id, public_key, counter, transports, created_at)
        VALUES ('p', ?1, ?1, ?1, ?1, x'', 0, '[]', 1)`,
      [id],
    )
  }
  before.close()

  const database = openDatabase(path)
  const all = (text: string) => database.query(text).values()
  expect(all('SELECT id, scopes, last_used_at FROM api_tokens ORDER BY id')).toEqual([
    ['ada', '["read","write","settings"]', null],
    ['gone', '["read","write","settings"]', null],
    ['jonas', '["read","write"]', null],
  ])
  expect(all('SELECT DISTINCT verified_at FROM sessions')).toEqual([[3]])
  expect(all('SELECT id FROM passkeys ORDER BY id')).toEqual([['ada'], ['jonas']])
  database.close()
})
