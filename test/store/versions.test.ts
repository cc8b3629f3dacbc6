/**
 * Tests of the column `version`: the tables that have it, the statements that raise it, and its value after an upgrade.
 */
import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { openDatabase } from '../../db/open.ts'
import * as calendar from '../../db/schema/calendar.ts'
import * as members from '../../db/schema/members.ts'
import * as noteTables from '../../db/schema/notes.ts'
import * as patientTables from '../../db/schema/patients.ts'
import * as practiceTables from '../../db/schema/practice.ts'
import { findMember, markEnrolled } from '../../src/store/access/members.ts'
import { clearPatient, findEntry, insertEntry } from '../../src/store/calendar/entries.ts'
import { type PracticeTable, update } from '../../src/store/engine/statement.ts'
import { untagEverywhere } from '../../src/store/patients/patient-tags.ts'
import { findPatient } from '../../src/store/patients/patients.ts'
import { oldFile } from '../support/old-layout.ts'
import { entryRow, openStore, removeDatabase } from './records.ts'

const versioned = [calendar, members, noteTables, patientTables, practiceTables]
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable & PracticeTable => is(value, SQLiteTable) && 'practiceKey' in value)
  .filter((table) => getTableColumns(table).version?.onUpdateFn !== undefined)
const names = ['chairs', 'entries', 'notes', 'patients', 'practices', 'tags', 'users']

test('every update statement for a record adds one to its version', () => {
  expect(versioned.map(getTableName).sort()).toEqual(names)
  for (const table of versioned)
    for (const { text } of [
      update(table, ['updatedAt'] as never, sql`true`),
      update(table, [], sql`true`),
      update(table, [], sql`true`, { updatedAt: sql`1` } as never),
    ])
      expect(text.match(/"version" = version \+ 1/g), text).toHaveLength(1)
})

test('the store changes records only by the function `update()`', async () => {
  const changing = new RegExp(`update\\s+["\`]?(${names.join('|')})\\b`, 'i')
  const others = [
    // While a practice is being removed, no request reads its members any more.
    'src/store/transfer/removal.ts',
    // This file changes the generation of a practice that arrives from another cell. No answer contains the generation.
    'src/store/transfer/cell-arrivals.ts',
  ]
  for await (const path of new Bun.Glob('src/**/*.ts').scan())
    if (!others.includes(path)) expect(changing.exec(await Bun.file(path).text())?.[0], path).toBeUndefined()
})

test('a statement that changes many rows adds one to the version of each changed row, and of no other row', async () => {
  await using s = await openStore()
  const { practice, patientId, tagId } = s.own
  const theirs = entryRow(s.own, { chairId: null, patientId })
  const other = entryRow(s.own, { chairId: null, patientId: null })
  await practice.write((tx) => [theirs, other].map((row) => insertEntry(tx, row)).length)
  await practice.write((tx) => clearPatient(tx, patientId, 5))
  expect([theirs, other].map(({ id }) => findEntry(practice.read, id)!.version)).toEqual([2, 1])
  const before = findPatient(practice.read, patientId)!.version
  const neighbour = findPatient(s.foreign.practice.read, s.foreign.patientId)!.version
  await practice.write((tx) => untagEverywhere(tx, tagId))
  expect(findPatient(practice.read, patientId)!.version).toBe(before + 1)
  expect(findPatient(s.foreign.practice.read, s.foreign.patientId)!.version).toBe(neighbour)
})

test('only the first passkey of a member raises the version of the member', async () => {
  await using s = await openStore()
  const { practice, userId } = s.own
  for (const [now, version] of [
    [5, 2],
    [6, 2],
  ] as const) {
    await practice.write((tx) => markEnrolled(tx, userId, now))
    expect(findMember(practice.read, userId)).toMatchObject({ enrolledAt: 5, version })
  }
})

test('after the upgrade that adds versions, every existing record has version 1', async () => {
  const { path, database: before } = await oldFile()
  before.close()
  openDatabase(path).close()
  using database = new Database(path)
  for (const name of names)
    expect([name, ...database.query(`SELECT DISTINCT version FROM ${name}`).values()]).toEqual([name, [1]])
  removeDatabase(path)
})

test('the upgrade that adds versions rewrites no row', async () => {
  const text = await Bun.file('db/migrations/0020_versions.sql').text()
  for (const statement of text.split('--> statement-breakpoint'))
    expect(statement.trim()).toMatch(/^ALTER TABLE `\w+` ADD `version` integer DEFAULT 1 NOT NULL;$/)
})
