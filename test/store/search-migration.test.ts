import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { newId } from '../../src/domain/id.ts'
import { phoneSearch } from '../../src/domain/phone-digits.ts'
import { searchWords } from '../../src/domain/search.ts'
import { listPatients } from '../../src/store/patients/patient-list.ts'
import { findPatient, removePatient, updatePatient } from '../../src/store/patients/patients.ts'
import { createStore } from '../../src/store/store.ts'
import { byTest } from '../support/by-test.ts'
import { monday } from '../support/clinic.ts'
import { mark, marksIn } from '../support/marks.ts'
import { fileBefore } from '../support/migrations.ts'

const practiceId = newId(monday)

/**
 * Inserts a patient in the form of an older version. The search keys are folded in another way, and all endings are in
 * one text, separated by spaces.
 */
function insertOldPatient(database: Database, id: string, firstName: string, lastName: string): void {
  const [first, last] = [firstName.toLowerCase(), lastName.toLowerCase()]
  const endings = [first, last].flatMap((key) => [...key].map((_, i) => key.slice(i)))
  database.run(
    `INSERT INTO patients (practice_id, id, first_name, last_name, status, notify_by_email, notify_by_sms, metadata,
       created_at, updated_at, first_name_key, last_name_key, word_endings)
     VALUES (?, ?, ?, ?, 'new', 1, 0, '{}', 0, 0, ?, ?, ?)`,
    [practiceId, id, firstName, lastName, first, last, [...new Set(endings)].join(' ')],
  )
}

async function oldFile() {
  const { path, database } = await fileBefore('_patient_words')
  database.run('PRAGMA journal_mode = wal')
  database.run(
    `INSERT INTO practices (id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
     VALUES (?, 'A practice', 'UTC', 'general', 'General', 'new', 0, 0)`,
    [practiceId],
  )
  database.run("INSERT INTO pack_statuses (practice_id, id, label, position) VALUES (?, 'new', 'New', 0)", [
    practiceId,
  ])
  return { path, database }
}

test('after the upgrade, every patient of an older file is found by the present search rules', async () => {
  const { path, database } = await oldFile()
  insertOldPatient(database, 'a', 'Əli', 'O’Brien–Müllerskandidat')
  insertOldPatient(database, 'b', 'Anna', 'Zander')
  database.run("UPDATE patients SET email = 'Eli@Example.org', phone_mobile = '0151/234 56' WHERE id = 'a'")
  for (let i = 0; i < 1_500; i++) insertOldPatient(database, `p${i}`, 'Ivo', `Wolf${i}`)
  database.close()

  await using store = disposable(createStore(openDatabase(path)))
  const practice = store.practices.of(practiceId, byTest)
  const find = (text: string) =>
    listPatients(practice.read, { words: searchWords(text) }, { limit: 50, offset: 0 }).map(({ id }) => id)
  expect([find('eli'), find("o'brien-müllerskand"), find('Zander, Anna')]).toEqual([['a'], ['a'], ['b']])
  expect([find('wolf1499'), find('müllerskandidatin')]).toEqual([['p1499'], []])
  const byContact = { words: [], phone: phoneSearch('+49 151 2345')!, email: 'eli@' }
  expect(listPatients(practice.read, byContact, { limit: 50, offset: 0 }).map(({ id }) => id)).toEqual(['a'])
  await practice.write((tx) => {
    updatePatient(tx, findPatient(tx, 'a')!, { lastName: 'Weiß' })
    removePatient(tx, 'b')
  })
  expect([find('weiss'), find('brien'), find('zander')]).toEqual([['a'], [], []])
})

test('the upgrade removes the bytes of rows that an older version deleted and did not overwrite', async () => {
  const { path, database } = await oldFile()
  for (let i = 0; i < 50; i++) insertOldPatient(database, `p${i}`, mark(10), mark(10))
  database.run("DELETE FROM patients WHERE id <> 'p7'")
  database.run("UPDATE patients SET first_name = 'Zoé', last_name = 'Müller'")
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(marksIn(path)).toBeGreaterThan(100)
  database.close()

  const upgraded = openDatabase(path)
  upgraded.run('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(marksIn(path, `${path}-wal`)).toBe(0)
  upgraded.close()
})

const disposable = (store: ReturnType<typeof createStore>) =>
  Object.assign(store, { [Symbol.asyncDispose]: () => store.close() })
