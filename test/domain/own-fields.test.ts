import { expect, test } from 'bun:test'
import { ownFieldIssues, ownFieldsAt, withOwnTexts } from '../../src/domain/own-fields.ts'

test('a text is trimmed, a blank one clears its field, and other fields stay', () => {
  const before = { insurer: 'AOK', number: 'A1' }
  expect(withOwnTexts(before, [{ id: 'insurer', text: ' TK ' }])).toEqual({ insurer: 'TK', number: 'A1' })
  expect(withOwnTexts(before, [{ id: 'insurer', text: '  ' }])).toEqual({ number: 'A1' })
  expect(withOwnTexts({ number: 'A1' }, [{ id: 'number', text: null }])).toBeNull()
  expect(withOwnTexts(null, [])).toBeNull()
})

test('a field may be named like something that every object has', () => {
  expect(withOwnTexts(null, [{ id: 'constructor', text: 'x' }])).toEqual({ constructor: 'x' } as never)
})

test('no two fields share an id or a name, whatever the case', () => {
  const field = (id: string, name: string) => ({ id, name })
  expect(ownFieldIssues([field('a', 'Insurer'), field('b', 'Employer')])).toEqual([])
  const issues = ownFieldIssues([field('a', 'Insurer'), field('a', 'INSURER')])
  expect(issues.map(({ path }) => path)).toEqual(['1.id', '1.name'])
})

test('only a practice in Germany begins with fields', () => {
  expect(ownFieldsAt('Europe/Berlin')?.map(({ name }) => name)).toEqual([
    'Krankenkasse',
    'Versichertennummer',
  ])
  expect(ownFieldsAt('Europe/London')).toBeNull()
})
