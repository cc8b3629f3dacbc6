import { expect, test } from 'bun:test'
import { type Opened, openStore } from './records.ts'

/** Hand-typed changes that would tie a record to one of another practice. */
const links: [string, (s: Opened) => string][] = [
  [
    'an entry to its chair',
    (s) => `UPDATE entries SET chair_id = '${s.foreign.chairId}' WHERE id = '${s.own.entryId}'`,
  ],
  [
    'an entry to its patient',
    (s) => `UPDATE entries SET patient_id = '${s.foreign.patientId}' WHERE id = '${s.own.entryId}'`,
  ],
  [
    'an entry to its author',
    (s) => `UPDATE entries SET created_by = '${s.foreign.userId}' WHERE id = '${s.own.entryId}'`,
  ],
  [
    'a note to its patient',
    (s) => `UPDATE notes SET patient_id = '${s.foreign.patientId}' WHERE id = '${s.own.noteId}'`,
  ],
  [
    'a note to its author',
    (s) => `UPDATE notes SET created_by = '${s.foreign.userId}' WHERE id = '${s.own.noteId}'`,
  ],
  [
    'a note to its last author',
    (s) => `UPDATE notes SET updated_by = '${s.foreign.userId}' WHERE id = '${s.own.noteId}'`,
  ],
  [
    'a revision to its note',
    (s) =>
      `INSERT INTO note_revisions VALUES ('${s.own.practiceId}', '${s.foreign.noteId}', 2, NULL, 'x', 0, 0, '${s.own.userId}')`,
  ],
  [
    'a tag to a patient',
    (s) =>
      `INSERT INTO patient_tags (practice_id, patient_id, tag_id) VALUES ('${s.own.practiceId}', '${s.foreign.patientId}', '${s.own.tagId}')`,
  ],
  [
    'a patient to a tag',
    (s) =>
      `INSERT INTO patient_tags (practice_id, patient_id, tag_id) VALUES ('${s.own.practiceId}', '${s.own.patientId}', '${s.foreign.tagId}')`,
  ],
  [
    'a token to its member',
    (s) =>
      `INSERT INTO api_tokens VALUES ('${s.own.practiceId}', 'x', '${s.foreign.userId}', 'x', x'00', 0, NULL, 0)`,
  ],
  [
    'a patient to a status',
    (s) => `UPDATE patients SET status = 'nobody has it' WHERE id = '${s.own.patientId}'`,
  ],
  ['a chair to a practice', () => "INSERT INTO chairs VALUES ('nobody', 'x', 'x', NULL, 0, 1, 0, 0)"],
  [
    'an entry to its practice',
    (s) => `UPDATE entries SET practice_id = '${s.foreign.practiceId}' WHERE id = '${s.own.entryId}'`,
  ],
]

test.each(links)('the database refuses to tie %s that is not its own', async (_, sql) => {
  await using s = await openStore()
  expect(() => s.database.run(sql(s))).toThrow('FOREIGN KEY constraint failed')
})

/** Hand-typed deletions of what others hang on. */
const deletions: [string, (s: Opened) => string][] = [
  ['a chair with entries', (s) => `DELETE FROM chairs WHERE id = '${s.own.chairId}'`],
  ['a patient with notes, tags and entries', (s) => `DELETE FROM patients WHERE id = '${s.own.patientId}'`],
  ['a tag on a patient', (s) => `DELETE FROM tags WHERE id = '${s.own.tagId}'`],
  ['a note with revisions', (s) => `DELETE FROM notes WHERE id = '${s.own.noteId}'`],
  ['a member who wrote something', (s) => `DELETE FROM users WHERE id = '${s.own.userId}'`],
  [
    'a status in use',
    (s) => `DELETE FROM pack_statuses WHERE practice_id = '${s.own.practiceId}' AND id = 'new'`,
  ],
  ['a practice', (s) => `DELETE FROM practices WHERE id = '${s.own.practiceId}'`],
]

test.each(deletions)('the database refuses to delete %s', async (_, sql) => {
  await using s = await openStore()
  expect(() => s.database.run(sql(s))).toThrow('FOREIGN KEY constraint failed')
})

test('a revision, once written, is not changed', async () => {
  await using s = await openStore()
  expect(() => s.database.run("UPDATE note_revisions SET body = 'never said'")).toThrow(
    'revisions are not changed',
  )
})

test('the same link within the practice is allowed', async () => {
  await using s = await openStore()
  s.database.run('UPDATE entries SET chair_id = ? WHERE id = ?', [s.own.otherChairId, s.own.entryId])
  expect(s.database.query('PRAGMA foreign_key_check').all()).toEqual([])
})
