import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { listChairs } from '../../src/store/practice/chairs.ts'
import { openStore } from './records.ts'

test('§21 Everything that a search for free times reads is of one state, whatever other processes write meanwhile.', async () => {
  await using s = await openStore()
  const other = openDatabase(s.path)
  const { read } = s.own.practice
  const rename = (name: string) =>
    other.run('UPDATE chairs SET name = ?1, name_key = ?1 WHERE practice_key = ?2 AND position = 0', [
      name,
      read.practiceKey,
    ])
  const first = () => listChairs(read)[0]!.name
  rename('Before')
  const names = read.snapshot(() => {
    const before = first()
    rename('After')
    return [before, first()]
  })
  expect(names).toEqual(['Before', 'Before'])
  expect(first()).toBe('After')
  other.close()
})

test('a snapshot also ends after an error, and a snapshot inside a write is a part of the write', async () => {
  await using s = await openStore()
  const { practice } = s.own
  expect(() =>
    practice.read.snapshot(() => {
      throw new Error('not today')
    }),
  ).toThrow('not today')
  expect(s.database.inTransaction).toBe(false)
  const inside = await practice.write((tx) => tx.snapshot(() => listChairs(tx).length))
  expect(inside).toBe(2)
  expect(practice.read.snapshot(() => practice.read.snapshot(() => listChairs(practice.read).length))).toBe(2)
})
