import { expect, test } from 'bun:test'
import { ownFieldIssues, ownFieldsAt, withOwnTexts } from '../../src/domain/own-fields.ts'

test('a text of an own field is trimmed, a blank text clears its field, and other fields stay', () => {
  const before = { insurer: 'AOK', number: 'A1' }
  expect(withOwnTexts(before, [{ id: 'insurer', text: ' TK ' }])).toEqual({ insurer: 'TK', number: 'A1' })
  expect(withOwnTexts(before, [{ id: 'insurer', text: '  ' }])).toEqual({ number: 'A1' })
  expect(withOwnTexts({ number: 'A1' }, [{ id: 'number', text: null }])).toBeNull()
  expect(withOwnTexts(null, [])).toBeNull()
})

test('a field may have the name of a property that every JavaScript object has', () => {
  expect(withOwnTexts(null, [{ id: 'constructor', text: 'x' }])).toEqual({ constructor: 'x' } as never)
})

test('two fields with the same id, or with names that differ only in case, are reported', () => {
  const field = (id: string, name: string) => ({ id, name })
  expect(ownFieldIssues([field('a', 'Insurer'), field('b', 'Employer')])).toEqual([])
  const issues = ownFieldIssues([field('a', 'Insurer'), field('a', 'INSURER')])
  expect(issues.map(({ path }) => path)).toEqual(['1.id', '1.name'])
})

test('a new practice in Germany begins with own fields for patients, and a practice elsewhere begins without', () => {
  expect(ownFieldsAt('Europe/Berlin')?.map(({ name }) => name)).toEqual([
    'Krankenkasse',
    'Versichertennummer',
  ])
  expect(ownFieldsAt('Europe/London')).toBeNull()
})
