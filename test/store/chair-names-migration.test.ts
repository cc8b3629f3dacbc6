import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { openDatabase } from '../../db/open.ts'
import { fileBefore } from '../support/migrations.ts'

/** An older file with two practices, and chairs of these names in the first one. */
async function fileWithChairs(...names: string[]): Promise<string> {
  const { path, database } = await fileBefore('_chairs_and_members')
  for (const id of ['p', 'q'])
    database.run(
      `INSERT INTO practices (id, name, timezone, pack_id, pack_name, default_status, created_at, updated_at)
       VALUES (?, 'P', 'UTC', 'g', 'G', 'new', 1, 1)`,
      [id],
    )
  const add = (practice: string, name: string, position: number) =>
    database.run('INSERT INTO chairs VALUES (?, ?, ?, NULL, ?, 1, 1, 1)', [
      practice,
      `${practice}${position}`,
      name,
      position,
    ])
  for (const [position, name] of names.entries()) add('p', name, position)
  add('q', 'Room 1', 0)
  database.close()
  return path
}

function namesIn(path: string): string[] {
  openDatabase(path).close()
  const database = new Database(path, { readonly: true })
  const names = database.query('SELECT name FROM chairs WHERE practice_key = 1 ORDER BY position').values()
  database.close()
  return names.flat() as string[]
}

test('the upgrade keeps chairs with the same name, and adds a number to the name of the later chair', async () => {
  const path = await fileWithChairs('Room 1', 'room 1', 'Übung', 'ÜBUNG', 'ROOM 1', 'Lab')
  expect(namesIn(path)).toEqual(['Room 1', 'room 1 (2)', 'Übung', 'ÜBUNG (2)', 'ROOM 1 (3)', 'Lab'])
})

test('the upgrade gives no chair a name that another chair already has', async () => {
  const path = await fileWithChairs('Room', 'Room', 'room (2)')
  expect(namesIn(path)).toEqual(['Room', 'Room (3)', 'room (2)'])
})

test('the upgrade cuts a long name of a chair, so that the number fits', async () => {
  const [first, second] = namesIn(await fileWithChairs('😀'.repeat(100), '😀'.repeat(100)))
  expect(first).toBe('😀'.repeat(100))
  expect(second).toBe(`${'😀'.repeat(98)} (2)`)
})

test('after the upgrade, the database refuses a second chair with the same name', async () => {
  const path = await fileWithChairs('Room 1')
  openDatabase(path).close()
  const database = new Database(path)
  const add =
    'INSERT INTO chairs (practice_key, id, name, name_key, position, active, created_at, updated_at)'
  expect(() => database.run(`${add} VALUES (1, 'x', 'ROOM 1', 'room 1', 1, 1, 1, 1)`)).toThrow('UNIQUE')
  database.close()
})
