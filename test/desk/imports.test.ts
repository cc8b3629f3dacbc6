import { expect, test } from 'bun:test'
import { dateFields, fieldsOf, joinedFields } from '../../src/desk/screens/settings/imports/fields.ts'
import { allFields, importFields, isJoined, dateFields as known } from '../../src/domain/import/fields.ts'

test('the page of imports offers the same fields as the service', () => {
  expect(fieldsOf).toEqual(importFields as never)
  expect([...dateFields].sort()).toEqual([...known].sort())
  expect([...joinedFields].sort()).toEqual(allFields.filter(isJoined).sort())
})
