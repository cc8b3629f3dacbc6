import { expect, test } from 'bun:test'
import { openToRead } from '../../db/open.ts'
import { Connection, ReadConnection } from '../../src/store/engine/connection.ts'
import { clinic, freshDatabasePath } from '../support/clinic.ts'

test('the same changed fields in another order use the same SQL statement', async () => {
  await using c = await clinic()
  const { data } = await c.owner.call('POST', '/api/v1/patients', { firstName: 'Zoé', lastName: 'Müller' })
  const texts = new Set<string>()
  const { prepared } = Connection.prototype
  Connection.prototype.prepared = function <R>(this: Connection, text: string) {
    if (text.startsWith('update')) texts.add(text)
    return prepared.call(this, text) as ReturnType<typeof prepared<R>>
  }
  try {
    await c.owner.call('PATCH', `/api/v1/patients/${data.id}`, { gender: 'a', country: 'b' })
    await c.owner.call('PATCH', `/api/v1/patients/${data.id}`, { country: 'c', gender: 'd' })
  } finally {
    Connection.prototype.prepared = prepared
  }
  expect(texts.size).toBe(1)
})

test('a connection keeps a bounded number of prepared statements, and prepares a dropped statement again', () => {
  const connection = new ReadConnection(openToRead(freshDatabasePath()))
  const numbers = Array.from({ length: 2_000 }, (_, i) => i)
  const first = connection.prepared('select 0 as n')
  for (const i of numbers)
    expect(connection.prepared<{ n: number }>(`select ${i} as n`).get()).toEqual({ n: i })
  expect(connection.prepared('select 0 as n')).not.toBe(first)
  expect(connection.prepared<{ n: number }>('select 0 as n').get()).toEqual({ n: 0 })
  connection.close()
})
