import { expect, test } from 'bun:test'
import { deskTypes, deskTypesPath } from '../support/desk-types.ts'

test('the front desk has the types of the API of now; `bun run desk-types` writes them', async () => {
  expect((await Bun.file(deskTypesPath).text()) === (await deskTypes())).toBe(true)
})
