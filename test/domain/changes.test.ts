import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { amended, changed } from '../../src/domain/changes.ts'

const record = { name: 'Zoé', email: null as string | null, active: true, position: 0 }

test('a change holds only the fields that differ', () => {
  expect(changed(record, { name: 'Zoé', active: false, position: 0 })).toEqual({ active: false })
})

test('null counts as a change only for a field that had a value', () => {
  expect(changed(record, { email: null })).toEqual({})
  expect(changed({ ...record, email: 'zoe@example.org' as string | null }, { email: null })).toEqual({
    email: null,
  })
})

test('empty text, null and false count as different values', () => {
  expect(changed(record, { name: '', email: '', active: false })).toEqual({
    name: '',
    email: '',
    active: false,
  })
})

test('an empty request changes nothing', () => {
  expect(changed(record, {})).toEqual({})
})

test('a record that has received its changes has nothing left to change', () => {
  const value = fc.constantFrom<string | null>(null, '', 'a', 'b')
  const fields = fc.record({ a: value, b: value, c: value })
  const some = fc.record({ a: value, b: value, c: value }, { requiredKeys: [] })
  fc.assert(
    fc.property(fields, some, (before, sent) => {
      const changes = changed(before, sent)
      const after = { ...before, ...changes }
      expect(after).toEqual({ ...before, ...sent })
      expect(changed(after, sent)).toEqual({})
      for (const key of Object.keys(changes) as (keyof typeof changes)[])
        expect(changes[key]).not.toBe(before[key] as never)
    }),
  )
})

test('an amended record has its changes, a new `updatedAt` and the next version; the first two are saved', () => {
  const saved: object[] = []
  const before = { name: 'Zoé', active: true, updatedAt: 1, version: 7 }
  expect(amended(before, { name: 'Zoe', active: true }, 5, (changes) => saved.push(changes))).toEqual({
    name: 'Zoe',
    active: true,
    updatedAt: 5,
    version: 8,
  })
  expect(saved).toEqual([{ name: 'Zoe', updatedAt: 5 }])
})

test('an amendment without changes saves nothing', () => {
  const before = { name: 'Zoé', updatedAt: 1, version: 7 }
  const unwanted = () => {
    throw new Error('saved')
  }
  expect(amended(before, { name: 'Zoé' }, 5, unwanted)).toBe(before)
  expect(() => amended(before, { name: 'Zoe' }, 5, unwanted)).toThrow('saved')
})
