/** A practice arrives from another cell with all its data. */
import { expect, test } from 'bun:test'
import { tablesOf } from '../../db/inspect.ts'
import { cellTables, leftOut, ofInstallation } from '../../src/store/transfer/tables.ts'
import { openArchive } from '../../src/transfer/archive.ts'
import { digestsOf, takeCopy, takeDifferences } from '../../src/transfer/arrive.ts'
import { differencesOf, differencesText } from '../../src/transfer/differences.ts'
import { exportPractice } from '../../src/transfer/export.ts'
import { moveForm } from '../../src/transfer/manifest.ts'
import { type Opened, openStore } from '../store/records.ts'
import { monday } from '../support/clinic.ts'
import { inSql } from '../support/in-sql.ts'
import { thrownBy } from '../support/rejection.ts'
import { type Elsewhere, elsewhere, fillUp, newArchive, teller } from '../transfer/practices.ts'

const version = '1.2.3'

/** Writes the present state of a practice into a new archive. */
function copied({ store, own }: Opened) {
  const path = newArchive()
  const { sha256, rows } = exportPractice(store.transfer, own.practiceId, path, version, teller(), moveForm)
  return { path, sha256, rows }
}

const moveOf = ({ own }: Opened) => ({
  practiceId: own.practiceId,
  move: crypto.randomUUID(),
  stage: 'arrives' as const,
  cell: 'a',
  generation: 2,
  at: monday,
  trailSeq: 0,
  came: false,
})

/** Adds rows to the tables that a move copies and an export leaves out. */
function fillRest({ database, own }: Opened): void {
  const key = own.practice.read.practiceKey
  const [user, chair, id] = [inSql(own.userId), inSql(own.chairId), inSql(own.noteId)]
  for (const sql of [
    `insert into calendar_feeds values (${key}, ${id}, ${user}, ${chair}, x'01', 5, 6)`,
    `insert into online_codes values (${key}, ${id}, 5, x'02', '::1')`,
    `insert into webhooks (practice_key, id, url, kinds, active, nonce, former_nonce, former_until, created_at, updated_at, version)
     values (${key}, ${id}, 'https://x.example', '["patient"]', 1, x'${'ab'.repeat(32)}', null, null, 5, 6, 7)`,
    `insert into webhook_places values (${key}, ${id}, 77, 5, 2, 8, 9.5, null, null, 'a process', 99)`,
    `insert into webhook_deliveries values (${key}, ${id}, ${id}, 77, 1, 2, 500, 'http_500', 3, 4, 5)`,
    `insert into retries values (${key}, ${inSql(own.tokenId)}, 'once', x'03', 201, ${inSql(own.noteId)}, x'${'04'.repeat(1 << 20)}', 5)`,
  ])
    database.run(sql)
}

const digests = ({ store }: Pick<Elsewhere, 'store'>, { own }: Opened) =>
  digestsOf(store, own.practiceId, version, teller())

test('a move copies every table of a practice, except tables that can be made from the others', async () => {
  await using s = await openStore()
  const named = s.database.query<{ n: number }, [string]>(
    `select count(*) as n from pragma_table_info(?) where name = 'practice_key'`,
  )
  const all = tablesOf(s.database).filter((table) => named.get(table)!.n > 0)
  const moved = cellTables.map(({ name }) => name)
  const rest = all.filter((name) => !moved.includes(name) && !(name in ofInstallation))
  expect(rest.sort()).toEqual(['audit_origins', 'last_visits', 'patient_words'])
  for (const name of rest) expect(leftOut).toHaveProperty(name)
})

test('the copy of a practice has the same digests as the practice', async () => {
  await using s = await openStore()
  await using there = elsewhere()
  await fillUp(s)
  fillRest(s)
  const copy = copied(s)
  const taken = await takeCopy(there.store, copy.path, moveOf(s), teller())
  expect(taken).toEqual({ sha256: copy.sha256, rows: copy.rows })
  expect(digests(there, s)).toEqual(digests(s, s))
  expect(digests(there, s).find(({ name }) => name === 'retries.ndjson')).toMatchObject({ rows: 1 })
  expect(there.store.identity.practiceIds()).toEqual([])
  const all = 'select count(*) as n from last_visits'
  expect(there.database.query(all).get()).toEqual({ n: 0 })
})

test('the differences between two copies bring the first copy to the state of the second copy', async () => {
  await using s = await openStore()
  await using there = elsewhere()
  await fillUp(s)
  fillRest(s)
  const first = copied(s)
  await takeCopy(there.store, first.path, moveOf(s), teller())
  const { practice } = s.own
  const key = practice.read.practiceKey
  await practice.write((tx) => tx.record({ kind: 'read', patientId: s.own.patientId }))
  for (const sql of [
    // An entry gets a later time.
    `update entries set start_at = start_at + 36000000000, end_at = end_at + 36000000000 where practice_key = ${key} and id = ${inSql(s.own.entryId)}`,
    `update chairs set name = 'x' where practice_key = ${key} and id = ${inSql(s.own.chairId)}`,
    `update patients set last_name = 'Other', last_name_key = 'other' where practice_key = ${key} and id = ${inSql(s.own.patientId)}`,
    `delete from audit_values where practice_key = ${key}`,
    `delete from past_reminders where practice_key = ${key}`,
    `update change_epochs set epoch = 5 where practice_key = ${key}`,
    `update practices set name = 'Another name', practitioners_once = 1 where key = ${key}`,
    `insert into audit_closings values (${key}, 4, 6, 1, 2, 2, x'${'ab'.repeat(16)}', x'${'ce'.repeat(16)}')`,
    `delete from audit where practice_key = ${key} and seq <= 4`,
  ])
    s.database.run(sql)
  const second = copied(s)
  using before = openArchive(first.path, teller(), { form: moveForm })
  using after = openArchive(second.path, teller(), { form: moveForm })
  const differing = differencesOf(before, after)
  expect(differing.added.length).toBeLessThan(20)
  const step = { from: first.sha256, to: second.sha256, rows: second.rows }
  await takeDifferences(there.store, s.own.practiceId, step, differencesText(differing))
  expect(digests(there, s)).toEqual(digests(s, s))
  // The same differences are applied once more, as after a lost answer.
  await takeDifferences(there.store, s.own.practiceId, step, differencesText(differing))
  expect(there.database.query('pragma foreign_key_check').all()).toEqual([])
  const wrong = takeDifferences(
    there.store,
    s.own.practiceId,
    { ...step, to: 'x' },
    differencesText(differing),
  )
  expect(await thrownBy(wrong)).toThrow('another state')
})
