import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { entries } from '../../db/schema/calendar.ts'
import { reminderJobs } from '../../db/schema/notices.ts'
import { idOf, idOfText, storedId, textOfId } from '../../db/stored-id.ts'
import { param, remove, select, update } from '../../src/store/statement.ts'

const anyId = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.uuid().map((id) => id.replaceAll('-', '')),
  fc.string(),
  fc.constant('-'.repeat(36)),
)

test('an id comes back from the file as it was written, also in a list', () => {
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

test('a statement that compares an id or a code with a value in another form cannot be built', () => {
  const { id, startAt } = entries
  const careless = [
    () => select({ fields: { id }, from: entries, where: eq(id, param('id')) }),
    () => remove(entries, sql`${startAt} > ${param('at')} and ${id} <> ${param('id')}`),
    () =>
      select({
        fields: { id },
        from: entries,
        where: sql`(${startAt}, ${id}) > (${param('a')}, ${param('b')})`,
      }),
    () => update(entries, ['title'], sql`${entries.type} = 'reminder'`),
    () => remove(reminderJobs, sql`exists (select 1 from ${entries} where ${id} = ${param('id')})`),
  ]
  for (const build of careless) expect(build).toThrow('has a form of its own')
  select({
    fields: { id },
    from: entries,
    where: sql`(${startAt}, ${id}) > (${param('a')}, ${param('b', id)})`,
  })
  update(entries, ['title'], eq(entries.type, 'reminder'))
})
