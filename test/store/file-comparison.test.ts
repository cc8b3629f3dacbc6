import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { differencesFrom } from '../../src/store/service/file-comparison.ts'
import { newDatabasePath } from '../support/server.ts'
import { removeDatabase } from './records.ts'

/** A database with a rowid table and a WITHOUT ROWID table, and a copy of the database. */
function twoFiles() {
  const [path, copyPath] = [newDatabasePath(), newDatabasePath()]
  const database = new Database(path)
  database.run('create table notes (id text primary key, body text, bytes blob) strict')
  database.run(
    'create table words (practice text, word text, n integer, primary key (practice, word)) without rowid',
  )
  database.run("insert into notes values ('a', 'one', x'00'), ('b', null, x'01'), ('c', 'three', null)")
  database.run("insert into words values ('p', 'one', 1), ('p', 'two', 2)")
  database.run('vacuum into ?', [copyPath])
  const copy = new Database(copyPath)
  return {
    database,
    copy,
    differences: () => differencesFrom(database, copyPath),
    [Symbol.dispose]() {
      for (const one of [database, copy]) one.close()
      for (const one of [path, copyPath]) removeDatabase(one)
    },
  }
}

test('the comparison of two files with the same rows finds no difference', () => {
  using one = twoFiles()
  expect(one.differences().tables).toEqual([])
})

const changes: [string, string, string[]][] = [
  ['a row less', "delete from notes where id = 'b'", ['notes']],
  ['a row more', "insert into notes values ('d', 'four', null)", ['notes']],
  ['other content', "update notes set body = 'other' where id = 'a'", ['notes']],
  ['a null less', "update notes set body = '' where id = 'b'", ['notes']],
  ['other bytes', "update notes set bytes = x'02' where id = 'b'", ['notes']],
  ['a word less', "delete from words where word = 'two'", ['words']],
  ['a word more', "insert into words values ('q', 'two', 2)", ['words']],
  ['another number of a word', 'update words set n = n + 1', ['words']],
  ['no table', 'drop table words', ['words']],
  ['a table more', 'create table more (n integer)', ['more']],
  ['changes in both tables', "delete from words; delete from notes where id = 'a'", ['notes', 'words']],
]

test.each(changes)(
  '§12.1 A verification restores the backup and finds each row that differs from the database. %s',
  (_, sql, tables) => {
    for (const side of ['database', 'copy'] as const) {
      using one = twoFiles()
      one[side].run(sql)
      expect(one.differences().tables).toEqual(tables)
    }
  },
)

test('a difference between two files counts as lasting only when the same row differs in the same way again', () => {
  using one = twoFiles()
  one.database.run("insert into notes values ('new', 'written meanwhile', null)")
  one.copy.run("delete from words where word = 'two'")
  const first = one.differences()
  expect(first.lastingSince(first).tables).toEqual(['notes', 'words'])
  one.copy.run("insert into notes values ('new', 'written meanwhile', null)")
  one.database.run("insert into notes values ('newer', 'written later', null)")
  expect(one.differences().lastingSince(first).tables).toEqual(['words'])
})

test('when a whole table differs, the comparison keeps a bounded number of rows', () => {
  using one = twoFiles()
  one.database.run(
    "with recursive n (i) as (values (1) union all select i + 1 from n where i < 5000) insert into notes select 'n' || i, null, null from n",
  )
  expect(one.differences().size).toBe(1_000)
})
