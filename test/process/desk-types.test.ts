import { expect, test } from 'bun:test'
import { deskTypes, deskTypesPath } from '../support/desk-types.ts'

test('the types of the front desk match the present API; `bun run desk-types` writes them', async () => {
  expect((await Bun.file(deskTypesPath).text()) === (await deskTypes())).toBe(true)
})
