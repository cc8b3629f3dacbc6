import { expect, test } from 'bun:test'
import { archiveDrill } from './archive.ts'

test('two processes on one file delete and bring back under load, and nothing is lost or there twice', async () => {
  const figures = await archiveDrill({ clients: 12, rounds: 8 })
  expect(figures.deleted).toBeGreaterThan(150)
  expect(figures.restored).toBeGreaterThan(96)
  expect(figures.late).toBeGreaterThan(90)
})
