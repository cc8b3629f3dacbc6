import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { entries } from '../../db/schema/calendar.ts'
import { idOf, idOfText, storedId, textOfId } from '../../db/stored-id.ts'
import { param, remove, update } from '../../src/store/engine/statement.ts'

const anyId = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => id.replaceAll('-', '')),
  fc.string(),
  fc.constant('-'.repeat(36)),
)

test('an id is read from the file as it was written, also from a list', () => {
  using database = new Database(':memory:')
  const read = database.query<{ id: string | Uint8Array; text: string }, [string | Uint8Array]>(
    `SELECT id, ${textOfId('id')} AS text FROM (SELECT ?1 AS id)`,
  )
  fc.assert(
    fc.property(
      anyId.filter((id) => !id.includes('\0')),
      (id) => {
        const row = read.get(storedId(id))!
        expect([idOf(row.id), idOfText(row.text)]).toEqual([id, id])
      },
    ),
    { numRuns: 500 },
  )
})

test('UUIDs take 16 bytes and keep their order, and the empty id comes before them', () => {
  using database = new Database(':memory:')
  database.run('CREATE TABLE t (id blob)')
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2 }), (ids) => {
      database.run('DELETE FROM t')
      for (const id of ['', ...ids]) database.run('INSERT INTO t VALUES (?)', [storedId(id)])
      const sorted = database.query<{ id: string | Uint8Array }, []>('SELECT id FROM t ORDER BY id').all()
      expect(sorted.map(({ id }) => idOf(id))).toEqual(['', ...ids.toSorted()])
      expect(sorted.slice(1).every(({ id }) => id.length === 16)).toBe(true)
    }),
  )
})

test('a statement refuses a text parameter without its column, because ids and codes are stored in another form', () => {
  const { id, startAt, type } = entries
  const own = { practiceId: crypto.randomUUID(), practiceKey: 1, now: () => 0 }
  const bare = param('text')
  const careless = [
    remove(entries, eq(id, bare)),
    remove(entries, sql`${bare} = ${id}`),
    remove(entries, sql`${id} in (${bare})`),
    remove(entries, sql`${id} is ${bare}`),
    remove(entries, sql`${id} between ${bare} and ${param('text', id)}`),
    remove(entries, sql`exists (select 1 from ${entries} other where other.id = ${bare})`),
    remove(entries, sql`(${startAt}, ${id}) > (1, ${bare})`),
    remove(entries, eq(type, bare)),
    update(entries, [], eq(id, param('text', id)), {
      title: sql`iif(${id} = ${bare}, null, ${entries.title})`,
    }),
  ]
  for (const statement of careless)
    for (const text of [crypto.randomUUID(), 'reminder'])
      expect(() => statement.bind({ text }, own)).toThrow('without a column')
  const careful = remove(entries, sql`${startAt} < ${param('now')} and ${eq(id, param('text', id))}`)
  expect(careful.bind({ text: own.practiceId, now: 5 }, own)).toEqual([1, 5, storedId(own.practiceId)])
  expect(careful.bind({ text: '', now: null }, own)).toEqual([1, null, ''])
})
