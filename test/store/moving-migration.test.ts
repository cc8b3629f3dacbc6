import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { unfinishedTransfers } from '../../db/unfinished.ts'
import { createStore } from '../../src/store/store.ts'
import { removePractice } from '../../src/transfer/remove.ts'
import { inSql } from '../support/in-sql.ts'
import { fileBefore } from '../support/migrations.ts'
import { act, teller } from '../transfer/practices.ts'

test('after the upgrade, a practice whose removal an earlier version began is hidden, and the removal goes on', async () => {
  const { path, database } = await fileBefore('moving_practices')
  const [leaving, staying] = ['01a20000-0000-7000-8000-000000000001', '01a20000-0000-7000-8000-000000000002']
  for (const [key, id] of [leaving, staying].entries())
    database.run(
      `insert into practices (key, id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
       values (${key + 1}, ${inSql(id)}, 'A practice', 'UTC', 'general', 'General', 'new', 0, 0)`,
    )
  database.run(
    `insert into removed_practices values (1, ${inSql(leaving)}, 0, null, 7, 0, x'${'00'.repeat(16)}')`,
  )
  database.close()
  const store = createStore(openDatabase(path))
  expect(unfinishedTransfers(path)).toEqual([{ practiceId: leaving, what: 'removal' }])
  expect(store.identity.practiceIds()).toEqual([staying])
  const { rows } = await removePractice(store.transfer, leaving, null, act, '1', teller())
  // The rows that were removed before the upgrade are counted, too. The practice also begins a new epoch of its
  // changes.
  expect(rows).toBe(7 + 2)
  expect(unfinishedTransfers(path)).toEqual([])
  await store.close()
})
