import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { isId, lookupId, newId } from '../../src/domain/id.ts'

const moment = fc.integer({ min: 0, max: Date.parse('9999-12-31T23:59:59.999Z') })

test('§1 An id is 8-4-4-4-12 hexadecimal digits, in either case.', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect([isId(id), isId(id.toUpperCase())]).toEqual([true, true])
    }),
  )
})

test.each([
  '',
  'x',
  '0198c5a0-0000-7000-8000-00000000000',
  '0198c5a0-0000-7000-8000-0000000000000',
  '0198c5a0000070008000000000000000',
  '{0198c5a0-0000-7000-8000-000000000000}',
  'urn:uuid:0198c5a0-0000-7000-8000-000000000000',
  '0198c5a0-0000-7000-8000-00000000000g',
  ' 0198c5a0-0000-7000-8000-000000000000',
  '0198c5a0-0000-7000-8000-000000000000\n',
  '0198c5a00-000-7000-8000-000000000000',
])('the text %j is not an id', (text) => {
  expect(isId(text)).toBe(false)
})

test('an id is looked up in lower case, and a malformed id stays malformed', () => {
  expect(lookupId('0198C5A0-ABCD-7000-8000-000000000000')).toBe('0198c5a0-abcd-7000-8000-000000000000')
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isId(lookupId(text))).toBe(isId(text))
    }),
  )
})

test('§1 New ids are UUIDs of version 7.', () => {
  fc.assert(
    fc.property(moment, (now) => {
      const id = newId(now)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(now)
    }),
  )
})

test('ids of a later moment sort later, and no two ids are equal', () => {
  const ids = Array.from({ length: 1000 }, (_, i) =>
    newId(Date.parse('2026-03-02T08:00:00Z') + Math.trunc(i / 10)),
  )
  expect(new Set(ids).size).toBe(1000)
  const byMoment = ids.map((id) => id.slice(0, 13))
  expect(byMoment).toEqual([...byMoment].sort())
})
