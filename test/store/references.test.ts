import { expect, test } from 'bun:test'
import { inSql } from '../support/in-sql.ts'
import { type Opened, openStore } from './records.ts'

/** SQL changes that would link a record to a record that its practice does not have. */
const links: [string, (s: Opened) => string][] = [
  [
    'an entry to a chair of another practice',
    (s) => `UPDATE entries SET chair_id = ${inSql(s.foreign.chairId)} WHERE id = ${inSql(s.own.entryId)}`,
  ],
  [
    'an entry to a patient of another practice',
    (s) => `UPDATE entries SET patient_id = ${inSql(s.foreign.patientId)} WHERE id = ${inSql(s.own.entryId)}`,
  ],
  [
    'an entry to an author of another practice',
    (s) => `UPDATE entries SET created_by = ${inSql(s.foreign.userId)} WHERE id = ${inSql(s.own.entryId)}`,
  ],
  [
    'a note to a patient of another practice',
    (s) => `UPDATE notes SET patient_id = ${inSql(s.foreign.patientId)} WHERE id = ${inSql(s.own.noteId)}`,
  ],
  [
    'a note to an author of another practice',
    (s) => `UPDATE notes SET created_by = ${inSql(s.foreign.userId)} WHERE id = ${inSql(s.own.noteId)}`,
  ],
  [
    'a note to a last author of another practice',
    (s) => `UPDATE notes SET updated_by = ${inSql(s.foreign.userId)} WHERE id = ${inSql(s.own.noteId)}`,
  ],
  [
    'a revision to a note of another practice',
    (s) =>
      `INSERT INTO note_revisions VALUES (${s.own.practice.read.practiceKey}, ${inSql(s.foreign.noteId)}, 2, NULL, 'x', 0, 0, ${inSql(s.own.userId)})`,
  ],
  [
    'a tag to a patient of another practice',
    (s) =>
      `INSERT INTO patient_tags (practice_key, patient_id, tag_id) VALUES (${s.own.practice.read.practiceKey}, ${inSql(s.foreign.patientId)}, ${inSql(s.own.tagId)})`,
  ],
  [
    'a patient to a tag of another practice',
    (s) =>
      `INSERT INTO patient_tags (practice_key, patient_id, tag_id) VALUES (${s.own.practice.read.practiceKey}, ${inSql(s.own.patientId)}, ${inSql(s.foreign.tagId)})`,
  ],
  [
    'a token to a member of another practice',
    (s) =>
      `INSERT INTO api_tokens (practice_key, id, user_id, name, hash, expires_at, created_at)
        VALUES (${s.own.practice.read.practiceKey}, 'x', ${inSql(s.foreign.userId)}, 'x', x'00', 0, 0)`,
  ],
  [
    'a patient to an unknown status',
    (s) => `UPDATE patients SET status = 'nobody has it' WHERE id = ${inSql(s.own.patientId)}`,
  ],
  [
    'a chair to an unknown practice',
    () => "INSERT INTO chairs VALUES (99, 'x', 'x', NULL, 0, 1, 0, 0, 'x', 1, NULL)",
  ],
  [
    'an entry to another practice than that of its chair',
    (s) =>
      `UPDATE entries SET practice_key = ${s.foreign.practice.read.practiceKey} WHERE id = ${inSql(s.own.entryId)}`,
  ],
]

test.each(links)(
  '§1 The database refuses to link a record to a record of another practice. %s',
  async (_, sql) => {
    await using s = await openStore()
    expect(() => s.database.run(sql(s))).toThrow('FOREIGN KEY constraint failed')
  },
)

/** SQL deletions of records to which other records refer. */
const deletions: [string, (s: Opened) => string][] = [
  ['a chair with entries', (s) => `DELETE FROM chairs WHERE id = ${inSql(s.own.chairId)}`],
  [
    'a patient with notes, tags and entries',
    (s) => `DELETE FROM patients WHERE id = ${inSql(s.own.patientId)}`,
  ],
  ['a tag on a patient', (s) => `DELETE FROM tags WHERE id = ${inSql(s.own.tagId)}`],
  ['a note with revisions', (s) => `DELETE FROM notes WHERE id = ${inSql(s.own.noteId)}`],
  ['a member who wrote something', (s) => `DELETE FROM users WHERE id = ${inSql(s.own.userId)}`],
  [
    'a status in use',
    (s) => `DELETE FROM pack_statuses WHERE practice_key = ${s.own.practice.read.practiceKey} AND id = 'new'`,
  ],
  ['a practice', (s) => `DELETE FROM practices WHERE key = ${s.own.practice.read.practiceKey}`],
]

test.each(deletions)('the database refuses to delete %s', async (_, sql) => {
  await using s = await openStore()
  expect(() => s.database.run(sql(s))).toThrow('FOREIGN KEY constraint failed')
})

test('the database refuses to change an earlier version of a note', async () => {
  await using s = await openStore()
  expect(() => s.database.run("UPDATE note_revisions SET body = 'never said'")).toThrow(
    'revisions are not changed',
  )
  expect(() =>
    s.database.run(
      `INSERT OR REPLACE INTO note_revisions
       SELECT practice_key, note_id, version, title, 'never said', is_next, saved_at, saved_by FROM note_revisions`,
    ),
  ).toThrow('revisions are not changed')
})

test('the database allows an entry to get another chair of its practice', async () => {
  await using s = await openStore()
  s.database.run(
    `UPDATE entries SET chair_id = ${inSql(s.own.otherChairId)} WHERE id = ${inSql(s.own.entryId)}`,
  )
  expect(s.database.query('PRAGMA foreign_key_check').all()).toEqual([])
})
